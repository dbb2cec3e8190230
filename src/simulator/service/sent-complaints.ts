import { UPLOADS_ADDRESS } from '#src/shared/uploads/upload-names.ts';
import { type Call, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';

const MOST_BYTES = 4 * 1024 * 1024;
/** First bytes of JPEG and PNG files, in hex. */
const PICTURES: { readonly [type: string]: string } = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e47' };
const MOST_CHARACTERS = 200;
const MOST_IMAGES = 9;

/**
 * Accepts a photo and returns an address: of the stored photo, or of a sample image if this server does not store
 * photos.
 */
export function storePhoto(call: Call): Outcome {
  const [type = '', bytes = '', beginning = '', name] = (call.members.problemImage ?? '').split(' ');
  const known = PICTURES[type];
  if (known === undefined || !beginning.startsWith(known)) return refuse('4150', 'This is not a picture.');
  if (Number(bytes) > MOST_BYTES) return refuse('4130', 'The picture is too large.');
  const path = name === undefined ? `${SAMPLE}?photo=${crypto.randomUUID()}` : `${UPLOADS_ADDRESS}${name}`;
  return { ok: true, data: { url: `${call.origin}${path}` } };
}

const SAMPLE = '/capiz/demo/pictures/product.svg';

/** Saves a complaint, and refuses values that the form cannot send. */
export function saveComplaint(call: Call): Outcome {
  const { order } = call;
  const { problemType = '', problemDetail = '', problemImage = '' } = call.members;
  const images = problemImage === '' ? [] : problemImage.split(',');
  if (!order) return refuse('404', 'There is no such order.');
  if (problemDetail.length > MOST_CHARACTERS) return refuse('400', 'A complaint has 200 characters at most.');
  if (images.length > MOST_IMAGES) return refuse('400', 'A complaint has 9 images at most.');
  const given = [`${SAMPLE}?photo=`, UPLOADS_ADDRESS].map((path) => `${call.origin}${path}`);
  if (!images.every((image) => given.some((address) => image.startsWith(address)))) {
    return refuse('400', 'An image of the complaint was not uploaded here.');
  }
  const before = order.complaints ?? [];
  const id = String(900 + before.length);
  order.complaints = [{ id, at: call.now, type: problemType, content: problemDetail, images }, ...before];
  return { ok: true, data: {} };
}
