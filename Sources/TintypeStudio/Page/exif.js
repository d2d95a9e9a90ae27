// Metadata for pictures that a canvas makes: browsers write none.

const word = (number, size) => Array.from({ length: size }, (_, i) => (number >> (8 * (size - 1 - i))) & 255);
export const letters = (text) => [...new TextEncoder().encode(text)];

/** Now, as EXIF writes it. */
export function exifDate(date = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}:${two(date.getMonth() + 1)}:${two(date.getDate())} `
    + [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

/** EXIF 2.32 with its version and DateTimeOriginal. */
function exif(date) {
  const entry = (tag, type, number, value) =>
    [...word(tag, 2), ...word(type, 2), ...word(number, 4), ...word(value, 4)];
  return [
    ...letters("MM"), 0, 42, ...word(8, 4), 0, 1, ...entry(0x8769, 4, 1, 26), ...word(0, 4), 0, 2,
    ...entry(0x9000, 7, 4, 0x30323332), ...entry(0x9003, 2, 20, 56), ...word(0, 4), ...letters(date + "\0"),
  ];
}

const inserted = (bytes, at, own, type) =>
  new Blob([bytes.subarray(0, at), new Uint8Array(own), bytes.subarray(at)], { type });

/** A note of how a picture was made, as an XMP packet that `tintype why` reads. */
export function packetOf(members) {
  const escape = (text) => text.replace(/[&<>"\u0000-\u001f]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const attributes = Object.entries(members).map(([name, value]) => ` tintype:${name}="${escape(value)}"`).join("");
  return '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    + '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    + `xmlns:tintype="urn:tintype:provenance:1/"${attributes}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** A JPEG with EXIF, which may be a date alone, and with an XMP packet; either may be missing. */
export async function jpegWith(blob, { date, kept, packet }) {
  const segment = (content) => [0xff, 0xe1, ...word(content.length + 2, 2), ...content];
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // Behind the JFIF header, which is the first segment.
  const head = bytes[3] === 0xe0 ? 4 + (bytes[4] << 8) + bytes[5] : 2;
  return inserted(bytes, head, [
    ...(kept || date ? segment([...letters("Exif\0\0"), ...(kept ?? exif(date))]) : []),
    ...(packet ? segment([...letters("http://ns.adobe.com/xap/1.0/\0"), ...letters(packet)]) : []),
  ], "image/jpeg");
}

/** A PNG with a date: the chunk eXIf behind IHDR, which ends at byte 33. */
export async function pngWith(blob, { date }) {
  const content = [...letters("eXIf"), ...exif(date)];
  let check = -1;
  for (const byte of content) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit++) check = (check >>> 1) ^ (check & 1 ? 0xedb88320 : 0);
  }
  const chunk = [...word(content.length - 4, 4), ...content, ...word(~check, 4)];
  return inserted(new Uint8Array(await blob.arrayBuffer()), 33, chunk, "image/png");
}
