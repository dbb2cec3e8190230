/**
 * Decodes and encodes one image, in a process that then ends, which frees the WebAssembly memory of the codecs.
 * The result is upright and contains only the image: no camera data, previews or trailing data.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const QUALITY = 82;

const require = createRequire(import.meta.url);
const compile = (path) => new WebAssembly.Module(readFileSync(require.resolve(path)));
// Silences the codecs.
const quiet = { print() {}, printErr() {} };

async function drawAnew({ type, bytes }) {
  if (type === 'image/jpeg') {
    const decoder = await import('@jsquash/jpeg/decode.js');
    const encoder = await import('@jsquash/jpeg/encode.js');
    await decoder.init(compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'), quiet);
    const picture = await decoder.default(bytes, { preserveOrientation: true });
    await encoder.init(compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'), quiet);
    return encoder.default(picture, { quality: QUALITY, progressive: false });
  }
  const decoder = await import('@jsquash/png/decode.js');
  const encoder = await import('@jsquash/png/encode.js');
  await decoder.init(compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return encoder.default(await decoder.default(bytes));
}

process.once('message', async (picture) => {
  let drawn = null;
  try {
    drawn = new Uint8Array(await drawAnew(picture));
  } catch {
    // Not an image: the result is null.
  }
  process.send(drawn, () => process.disconnect());
});
