/* A text as a QR code, made on the phone itself, as there may be no signal: ISO/IEC 18004, bytes, level L, versions 1
   to 20. A text that is more than ASCII says that it is in UTF-8, or some readers would guess. */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]; // bytes of a block
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];
export const QUIET = 4; // light modules around it, without which no camera finds it

/* The rows of its modules, true where it is dark; null for a text that is too long. */
export function qr(text) {
  const said = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= CHECKS.length; version += 1) {
    const grid = frame(version);
    const room = Math.floor(free(grid).length / 8) - CHECKS[version - 1] * BLOCKS[version - 1];
    const bits = segment(said, version);
    if (bits.length > 8 * room) continue;
    const stream = protectedBytes(padded(bits, room), version);
    const drawn = MASKS.map((_mask, mask) => filled(grid, stream, mask));
    const costs = drawn.map(cost);
    return drawn[costs.indexOf(Math.min(...costs))];
  }
  return null;
}

/* Which letters, that they come as bytes, how many, and the bytes. */
function segment(said, version) {
  const letters = said.every((one) => one < 128) ? "" : "011100011010";
  return [
    ...letters,
    ..."0100",
    ...binary(said.length, version < 10 ? 8 : 16),
    ...said.flatMap((one) => binary(one, 8)),
  ];
}

/* The bits as bytes, and what fills the room that is left. */
function padded(bits, room) {
  bits.push(...Array(Math.min(4, 8 * room - bits.length)).fill("0"));
  bits.push(...Array((8 - bits.length % 8) % 8).fill("0"));
  const bytes = Array.from(
    { length: bits.length / 8 },
    (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2),
  );
  while (bytes.length < room) bytes.push((room - bytes.length) % 2 === (room - bits.length / 8) % 2 ? 0xec : 0x11);
  return bytes;
}

const binary = (number, length) => [...number.toString(2).padStart(length, "0")];

/* The bytes in blocks, each with the bytes by which a reader finds what it read wrongly, all of them interleaved. */
function protectedBytes(bytes, version) {
  const [count, checks] = [BLOCKS[version - 1], CHECKS[version - 1]];
  const short = Math.floor(bytes.length / count), long = bytes.length % count;
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = short * at + Math.max(0, at - (count - long));
    return bytes.slice(from, from + short + (at >= count - long ? 1 : 0));
  });
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => remainder(block, checks)))];
}

function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.map((block) => block[at])).flat().filter((one) => one >= 0);
}

/* Multiplied in the field of 256 elements in which x⁸ = x⁴ + x³ + x² + 1. */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = product << 1 ^ (product >> 7) * 0x11d ^ (other >> bit & 1) * one;
  }
  return product;
}

/* What is left of a block divided by (x − 1)(x − 2)(x − 4)…, as many of them as there are bytes to find. */
function remainder(block, length) {
  let divisor = [1], root = 1;
  for (let factor = 0; factor < length; factor += 1) {
    const moved = [0, ...divisor].map((one) => times(one, root));
    divisor = [...divisor, 0].map((one, at) => one ^ moved[at]);
    root = times(root, 2);
  }
  const left = [...block, ...Array(length).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const lead = left[at];
    divisor.forEach((one, place) => left[at + place] ^= times(one, lead));
  }
  return left.slice(block.length);
}

/* The modules that are the same whatever is said, as true or false; undefined where there is room to say it. */
function frame(version) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill());
  const square = (x, y, reach, isDark) => {
    for (let row = Math.max(0, y - reach); row <= Math.min(size - 1, y + reach); row += 1) {
      for (let at = Math.max(0, x - reach); at <= Math.min(size - 1, x + reach); at += 1) {
        grid[row][at] = isDark(Math.max(Math.abs(at - x), Math.abs(row - y)));
      }
    }
  };
  for (const [x, y] of centres(version, size)) square(x, y, 2, (far) => far !== 1);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (far) => far < 2 || far === 3);
  for (let at = 8; at < size - 8; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
  grid[size - 8][8] = true;
  named(grid, 0); // their room is kept, whatever the mask
  if (version >= 7) numbered(grid, version);
  return grid;
}

/* Where the small squares are: in each of some columns and rows, but for the corners that have a large one. */
function centres(version, size) {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const step = 2 * Math.ceil((version * 4 + 4) / (gaps * 2));
  const lines = [6, ...Array.from({ length: gaps }, (_, at) => size - 7 - step * at)];
  const isFree = ([x, y]) => !(x === 6 && y === 6 || x + y === size - 1 && (x === 6 || y === 6));
  return lines.flatMap((x) => lines.map((y) => [x, y])).filter(isFree);
}

/* A number followed by what is left of it divided by a polynomial. */
function coded(number, divisor, length) {
  let left = number << length;
  for (let bit = left.toString(2).length - 1; bit >= length; bit -= 1) {
    if (left >> bit & 1) left ^= divisor << (bit - length);
  }
  return number << length | left;
}

/* The level and the mask, twice. */
function named(grid, mask) {
  const size = grid.length;
  const bits = coded(0b01000 | mask, 0b10100110111, 10) ^ 0b101010000010010;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = (bits >> bit & 1) === 1;
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit;
    if (bit < 8) grid[near][8] = grid[8][size - 1 - bit] = isDark;
    else grid[8][bit === 8 ? 7 : near] = grid[size - 15 + bit][8] = isDark;
  }
}

/* The version, twice. */
function numbered(grid, version) {
  const bits = coded(version, 0b1111100100101, 12);
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [grid.length - 11 + bit % 3, Math.floor(bit / 3)];
    grid[far][near] = grid[near][far] = (bits >> bit & 1) === 1;
  }
}

/* The modules that say something, as [x, y], in their order: up and down, two columns at a time, from the right. */
function free(grid) {
  const size = grid.length, found = [];
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const y = pair % 2 ? step : size - 1 - step;
      for (const x of [right, right - 1]) if (grid[y][x] === undefined) found.push([x, y]);
    }
  }
  return found;
}

function filled(grid, stream, mask) {
  const rows = grid.map((row) => [...row]);
  free(grid).forEach(([x, y], at) => {
    const isDark = (stream[at >> 3] >> (7 - at % 8) & 1) === 1;
    rows[y][x] = isDark !== MASKS[mask](x, y);
  });
  named(rows, mask);
  return rows;
}

/* How much of it could mislead a reader: runs, squares, what looks like a corner, and too much dark or light. */
function cost(rows) {
  const lines = [...rows, ...rows.map((_, at) => rows.map((row) => row[at]))]
    .map((line) => line.map(Number).join(""));
  const runs = lines.flatMap((line) => line.match(/(.)\1{4,}/g) ?? []).map((run) => run.length - 2);
  const corners = lines.flatMap((line) => `0000${line}0000`.match(/(?=00001011101|10111010000)/g) ?? []);
  let squares = 0, dark = 0;
  rows.forEach((row, y) =>
    row.forEach((one, x) => {
      dark += one;
      if (x && y && [row[x - 1], rows[y - 1][x], rows[y - 1][x - 1]].every((other) => other === one)) squares += 1;
    })
  );
  const off = Math.floor(Math.abs(20 * dark / rows.length ** 2 - 10));
  return runs.reduce((sum, run) => sum + run, 0) + 3 * squares + 40 * corners.length + 10 * off;
}
