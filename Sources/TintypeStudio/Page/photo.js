// What a photo says of itself: its EXIF, for the look and for the result.

/** Fields of EXIF 2.32 that looks read, with what `--shot` calls them. */
const facts = [
  [0x8827, "iso"], [0x829a, "exposureTime"], [0x829d, "aperture"], [0x920a, "focalLength"],
];
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * The EXIF of a JPEG or PNG file, read so far as a page needs it; null where there is none that can be read.
 * @returns {{bytes: Uint8Array, shot: string[], date: string | undefined}} the TIFF stream, what `--shot` would say,
 *     and when the photo was taken
 */
export function readExif(file) {
  try {
    const bytes = found(file)?.slice();
    if (!bytes || bytes.length > mostExif) return null;
    const { first, detail, number } = directories(bytes);
    const shot = facts.filter(([tag]) => detail.has(tag)).map(([tag, name]) => [name, number(detail.get(tag))])
      .filter(([, value]) => value >= 1e-9 && value <= 1e9).map(([name, value]) => `${name}=${value}`);
    if (detail.has(0x9209)) shot.push(`flash=${(number(detail.get(0x9209)) & 1) === 1}`);
    const taken = detail.get(0x9003) ?? first.get(0x0132);
    const date = taken && String.fromCharCode(...bytes.subarray(taken.at, taken.at + 19));
    return { bytes, shot, date: /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(date ?? "") ? date : undefined };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** That of a result: upright, of its size where it states one, without the thumbnail, which shows what was before. */
export function keptExif(exif, { width, height }) {
  const bytes = exif.slice(), { first, detail, put, endFirst } = directories(bytes);
  put(first.get(0x0112), 1);
  for (const [directory, tags] of [[first, [0x0100, 0x0101]], [detail, [0xa002, 0xa003]]]) {
    tags.forEach((tag, i) => put(directory.get(tag), i ? height : width));
  }
  endFirst();
  return bytes;
}

/** What a segment of a JPEG holds besides its name. */
const mostExif = 65527;

/** Where the TIFF stream stands in a file. */
function found(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const says = (at, text) => [...text].every((letter, i) => file[at + i] === letter.charCodeAt(0));
  if (view.getUint16(0) === 0xffd8) {
    for (let at = 2; at + 4 < file.length && file[at] === 0xff && file[at + 1] !== 0xda;) {
      const end = at + 2 + view.getUint16(at + 2);
      if (file[at + 1] === 0xe1 && says(at + 4, "Exif\0\0")) return file.subarray(at + 10, end);
      at = end;
    }
  }
  if (says(1, "PNG")) {
    for (let at = 8; at + 8 < file.length; at += 12 + view.getUint32(at)) {
      if (says(at + 4, "eXIf")) return file.subarray(at + 8, at + 8 + view.getUint32(at));
    }
  }
  return null;
}

/** The first directory of a TIFF stream and that of EXIF: their entries by their tags. */
function directories(bytes) {
  const view = new DataView(bytes.buffer), isLittle = view.getUint16(0) === 0x4949;
  if (!isLittle && view.getUint16(0) !== 0x4d4d) throw new RangeError("This is no TIFF.");
  const short = (at) => view.getUint16(at, isLittle), long = (at) => view.getUint32(at, isLittle);
  const directory = (start) => new Map(Array.from({ length: short(start) }, (_, i) => {
    const at = start + 2 + 12 * i, [type, count] = [short(at + 2), long(at + 4)];
    return [short(at), { type, count, at: (sizes[type] ?? 0) * count > 4 ? long(at + 8) : at + 8 }];
  }));
  const start = long(4), first = directory(start), pointer = first.get(0x8769);
  return {
    first, detail: pointer ? directory(long(pointer.at)) : new Map(),
    number: ({ type, at }) =>
      type === 3 ? short(at) : type === 4 ? long(at) : type === 5 ? long(at) / long(at + 4) : NaN,
    put(entry, value) {
      if (entry?.type === 3) view.setUint16(entry.at, value, isLittle);
      if (entry?.type === 4) view.setUint32(entry.at, value, isLittle);
    },
    endFirst: () => view.setUint32(start + 2 + 12 * short(start), 0, isLittle),
  };
}
