import { deflateSync } from 'node:zlib';
import { chunk, drawJpeg, drawPng, exif, header, insert, PNG_BEGINNING, segment } from './pieces.ts';

/** The expected result: an image of this size, or a refusal code. */
export type Becomes = readonly [width: number, height: number] | '4130' | '4150';

export interface UploadCase {
  readonly what: string;
  readonly name: string;
  /** The declared content type. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly becomes: Becomes;
}

/** Part of everything that the result must not contain. */
export const SECRET = 'CAPIZ-SECRET';
const EVIL = `<html><script>alert('${SECRET}')</script></html>`;
const XMP = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}</x:xmpmeta>`;
const [WIDTH, HEIGHT] = [64, 48] as const;
const SIZE = [WIDTH, HEIGHT] as const;
const LIMIT = 4 * 1024 * 1024;

const ZIP = Buffer.concat([
  Buffer.from('504b0304', 'hex'),
  Buffer.from(SECRET),
  Buffer.from('504b0506', 'hex'),
]);
const GIF = Buffer.from(
  '47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b',
  'hex',
);

/** The files of check 23: from phones, from people, and from attackers. */
export async function makeUploads(): Promise<UploadCase[]> {
  const jpeg = await drawJpeg(WIDTH, HEIGHT);
  const png = drawPng(WIDTH, HEIGHT);
  const cases: UploadCase[] = [];
  function add(
    what: string,
    bytes: Buffer | string,
    becomes: Becomes,
    { name = 'photo.jpg', type = 'image/jpeg' }: { name?: string; type?: string } = {},
  ): void {
    cases.push({ what, name, type, bytes: Buffer.from(bytes), becomes });
  }
  const withExif = (options: Parameters<typeof exif>[0]) =>
    insert(jpeg, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(options)])));

  add('a JPEG', jpeg, SIZE);
  add('a PNG', png, SIZE, { name: 'slip.png', type: 'image/png' });
  add('a progressive JPEG', await drawJpeg(WIDTH, HEIGHT, { progressive: true }), SIZE);
  add('a grey JPEG', await drawJpeg(WIDTH, HEIGHT, { color_space: 1 }), SIZE);
  add('a JPEG of one point', await drawJpeg(1, 1), [1, 1]);
  for (const [what, colour, depth] of [
    ['grey', 0, 8],
    ['with a palette', 3, 8],
    ['with transparency', 6, 8],
    ['of 16 bits', 2, 16],
  ] as const) {
    add(`a PNG ${what}`, drawPng(WIDTH, HEIGHT, { colour, depth }), SIZE);
  }
  add('a JPEG with a position in its EXIF data', withExif({ says: SECRET }), SIZE);
  add('a JPEG with big-endian EXIF data', withExif({ says: SECRET, isLittle: false }), SIZE);
  for (let orientation = 2; orientation <= 8; orientation += 1) {
    const turned = orientation >= 5 ? ([HEIGHT, WIDTH] as const) : SIZE;
    add(`a JPEG with the EXIF orientation ${orientation}`, withExif({ says: SECRET, orientation }), turned);
  }
  add('a JPEG with broken EXIF data', insert(jpeg, segment(0xe1, `Exif\0\0II*\0${SECRET}`)), SIZE);
  add('a JPEG with XMP', insert(jpeg, segment(0xe1, XMP)), SIZE);
  add('a JPEG with IPTC', insert(jpeg, segment(0xed, `Photoshop 3.0\x008BIM${SECRET}`)), SIZE);
  add('a JPEG with a colour profile', insert(jpeg, segment(0xe2, `ICC_PROFILE\0\x01\x01${SECRET}`)), SIZE);
  add('a JPEG with embedded images', insert(jpeg, segment(0xe2, `MPF\0${SECRET}`)), SIZE);
  add('a JPEG with a comment in PHP', insert(jpeg, segment(0xfe, `<?php echo '${SECRET}'; ?>`)), SIZE);
  add('a JPEG with an HTML page appended', Buffer.concat([jpeg, Buffer.from(EVIL)]), SIZE);
  add('a JPEG with an archive appended', Buffer.concat([jpeg, ZIP]), SIZE);
  add('a JPEG with another JPEG appended', Buffer.concat([jpeg, withExif({ says: SECRET })]), SIZE);
  add('a JPEG with the name of a program', jpeg, SIZE, { name: 'shell.php' });
  add('a JPEG with the type of a PNG', jpeg, SIZE, { type: 'image/png' });
  add('a PNG with the name and type of a JPEG', png, SIZE);
  add('a JPEG with a path for a name', jpeg, SIZE, { name: '../../../etc/passwd' });
  add('a JPEG with a path of Windows for a name', jpeg, SIZE, { name: '..\\..\\boot.ini' });
  add('a JPEG with quotes in its name', jpeg, SIZE, { name: '"; filename="x.html' });
  add('a JPEG with the name and type of an HTML page', jpeg, SIZE, { name: 'x.html', type: 'text/html' });
  const texts: readonly (readonly [string, Buffer])[] = [
    ['texts', chunk('tEXt', `Comment\0${SECRET}`)],
    ['packed texts', chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(SECRET)]))],
    ['XMP', chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`)],
    ['a time', chunk('tIME', Buffer.from([7, 234, 3, 5, 12, 0, 0]))],
    ['a position in its EXIF data', chunk('eXIf', exif({ says: SECRET }))],
    ['an unknown chunk', chunk('caPz', SECRET)],
  ];
  for (const [what, piece] of texts)
    add(`a PNG with ${what}`, drawPng(WIDTH, HEIGHT, { before: [piece] }), SIZE);
  add(
    'a PNG with texts at its end',
    drawPng(WIDTH, HEIGHT, { after: [chunk('tEXt', `a\0${SECRET}`)] }),
    SIZE,
  );
  add('a PNG with an HTML page appended', Buffer.concat([png, Buffer.from(EVIL)]), SIZE);

  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SECRET}</script></svg>`;
  add('an SVG', svg, '4150', { name: 'x.svg', type: 'image/svg+xml' });
  add('an SVG with the name and type of a JPEG', `<?xml version="1.0"?>\n${svg}`, '4150');
  add('an HTML page', EVIL, '4150', { name: 'x.html', type: 'text/html' });
  add('an HTML page with the name and type of a JPEG', EVIL, '4150');
  add('a program in PHP', `<?php system($_GET['c']);`, '4150', { name: 'x.php.jpg' });
  add('a script', 'alert(1)', '4150', { name: 'x.js', type: 'text/javascript' });
  add('a GIF', GIF, '4150', { name: 'x.gif', type: 'image/gif' });
  add(
    'a GIF that is a script too',
    Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')]),
    '4150',
  );
  add('a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), '4150', { type: 'image/webp' });
  add('an animated WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8XANIM', 'latin1'), '4150');
  add('a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), '4150', {
    name: 'IMG_1.HEIC',
    type: 'image/heic',
  });
  add('an AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1'), '4150');
  add('a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'), '4150', { type: 'video/mp4' });
  add('a TIFF', Buffer.from('49492a0008000000', 'hex'), '4150');
  add('a BMP', Buffer.from(`BM${'\0'.repeat(60)}`), '4150');
  add('a PDF', '%PDF-1.7\n', '4150', { type: 'application/pdf' });
  add('an archive', ZIP, '4150');
  add('a program', Buffer.from('7f454c46', 'hex'), '4150');
  add('nothing', '', '4150');
  add('one byte', Buffer.from([0xff]), '4150');
  add('noise', Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 2_654_435_761) >>> 24)), '4150');
  add(
    'a JPEG one byte above the limit',
    Buffer.concat([jpeg, Buffer.alloc(LIMIT + 1 - jpeg.length)]),
    '4130',
  );
  add('a JPEG of exactly the limit', Buffer.concat([jpeg, Buffer.alloc(LIMIT - jpeg.length)]), SIZE);
  add(
    'a PNG that declares 50,000 by 50,000',
    drawPng(50_000, 50_000, { content: Buffer.alloc(100) }),
    '4130',
  );
  add('a PNG of one row of a million', drawPng(1_000_000, 1, { content: Buffer.alloc(100) }), '4130');
  add('a PNG with more data than it declares', drawPng(8, 8, { content: Buffer.alloc(3_000_000) }), [8, 8]);
  add('a JPEG that declares 65,000 by 65,000', resize(jpeg, 65_000, 65_000), '4130');
  add('a JPEG of height 0', resize(jpeg, WIDTH, 0), '4150');
  add('a JPEG that declares another size than its own', resize(jpeg, 200, 200), [200, 200]);
  const frames = chunk('acTL', Buffer.from('000186a000000000', 'hex'));
  add('an animated PNG', drawPng(WIDTH, HEIGHT, { before: [frames] }), '4150');
  for (const [part, at] of [
    ['half', 0.5],
    ['most', 0.98],
  ] as const) {
    add(`${part} of a JPEG`, jpeg.subarray(0, jpeg.length * at), '4150');
    add(`${part} of a PNG`, png.subarray(0, png.length * at), '4150');
  }
  add('the beginning of a JPEG', jpeg.subarray(0, 3), '4150');
  add('the beginning of a PNG', PNG_BEGINNING, '4150');
  add(
    'the beginning of a JPEG before a page',
    Buffer.concat([jpeg.subarray(0, 4), Buffer.from(EVIL)]),
    '4150',
  );
  add('the beginning of a PNG before a page', Buffer.concat([PNG_BEGINNING, Buffer.from(EVIL)]), '4150');
  const [scan, end] = [jpeg.indexOf(Buffer.from('ffda', 'hex')), jpeg.length - 2];
  const scans = Array.from({ length: 200 }, () => jpeg.subarray(scan, end));
  add('a JPEG with 200 scans', Buffer.concat([jpeg.subarray(0, scan), ...scans, jpeg.subarray(end)]), '4150');
  const frame = jpeg.subarray(frameOf(jpeg), frameOf(jpeg) + 19);
  add('a JPEG with two frame headers', insert(jpeg, frame), '4150');
  add(
    'a PNG without image data',
    Buffer.concat([PNG_BEGINNING, header(WIDTH, HEIGHT), chunk('IEND')]),
    '4150',
  );
  add('a PNG of width 0', drawPng(0, HEIGHT), '4150');
  add('a PNG with too little image data', drawPng(WIDTH, HEIGHT, { content: Buffer.alloc(3) }), '4150');
  add(
    'a PNG with an invalid colour type',
    Buffer.concat([PNG_BEGINNING, header(8, 8, 3, 5), chunk('IDAT', 'x'), chunk('IEND')]),
    '4150',
  );
  const damaged = Buffer.from(png);
  damaged[png.indexOf('IDAT') + 10] = (damaged[png.indexOf('IDAT') + 10] ?? 0) ^ 0xff;
  add('a PNG with a damaged chunk', damaged, '4150');
  return cases;
}

function frameOf(jpeg: Buffer): number {
  return jpeg.indexOf(Buffer.from('ffc0', 'hex'));
}

function resize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, frameOf(jpeg) + 5);
  changed.writeUInt16BE(width, frameOf(jpeg) + 7);
  return changed;
}
