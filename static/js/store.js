/* Where the outbox lies on the phone: IndexedDB, written through to the disk before anything is sent. */
const NAME = "unsent";

const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => failed(request.error);
  });

/* {all, get, put, forget}, all of them promises; null on a phone that keeps nothing. Items come in the order in which
   they were first put. */
export async function openStore() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME, { keyPath: "key" });
    const database = await asked(request);
    // Another tab with a newer version of this page is not kept waiting.
    database.onversionchange = () => database.close();
    return { ...reads(database), ...writes(database) };
  } catch {
    return null;
  }
}

function reads(database) {
  const items = () => database.transaction(NAME).objectStore(NAME);
  return {
    all: async () => (await asked(items().getAll())).sort((one, other) => one.order - other.order),
    get: (key) => asked(items().get(key)),
  };
}

function writes(database) {
  const kept = (does) =>
    new Promise((done, failed) => {
      const transaction = database.transaction(NAME, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => done();
      transaction.onabort = transaction.onerror = () => failed(transaction.error);
      does(transaction.objectStore(NAME));
    });
  return {
    forget: (key) => kept((items) => items.delete(key)),
    put: (item) =>
      kept((items) => {
        const request = items.getAll();
        request.onsuccess = () => {
          const known = request.result.find(({ key }) => key === item.key);
          const last = Math.max(0, ...request.result.map(({ order }) => order));
          items.put({ ...item, order: known?.order ?? last + 1 });
        };
      }),
  };
}
