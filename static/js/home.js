/* A link into a group comes by the camera as well, where the browser reads codes: not over plain http, and on no
   iPhone. */
import { lay } from "./laid.js";

const form = document.getElementById("has-link");
const scan = document.getElementById("scan");
const dialog = document.getElementById("camera");
const trouble = document.getElementById("no-camera");
const EVERY = 200; // milliseconds

const formats = await globalThis.BarcodeDetector?.getSupportedFormats() ?? [];
scan.hidden = !navigator.mediaDevices || !formats.includes("qr_code");

scan.addEventListener("click", async () => {
  trouble.hidden = true;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    await watch(stream);
  } catch {
    dialog.close();
    trouble.hidden = false;
  }
});

async function watch(stream) {
  const video = dialog.querySelector("video");
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  dialog.addEventListener("close", () => stream.getTracks().forEach((track) => track.stop()), { once: true });
  lay(dialog);
  video.srcObject = stream;
  await video.play();
  while (dialog.open) {
    const [code] = await detector.detect(video);
    if (code) return opens(code.rawValue);
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

/* Sent when the way back has closed the dialog (laid.js), which would call off what is sent before. */
function opens(link) {
  form.elements.link.value = link;
  addEventListener("popstate", () => form.requestSubmit(), { once: true });
  dialog.close();
}
