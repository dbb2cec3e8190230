import { type Cleaned, cleanImage } from './clean-image.ts';
import { inspectDocument } from './inspect-document.ts';
import { IMAGE_LIMITS, imageTypeOf, refuse } from './inspect-image.ts';
import { kindOf, UPLOAD_TYPES, type UploadType } from '#src/shared/uploads/upload-names.ts';

/** A checked file, which is forwarded and stored. */
export interface CleanFile {
  readonly type: UploadType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type CleanedUpload = Cleaned | (CleanFile & { readonly is: 'document' });

/** Documents have the same limit as images. */
const MOST_BYTES = IMAGE_LIMITS.bytes;

/**
 * Checks a file by its content. An image is re-encoded; a document is forwarded unchanged.
 * @param name - The sender's name of the file. Only its extension is read: it must fit the content.
 * @param takes - The types that this call accepts.
 */
export async function cleanUpload(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  takes: readonly UploadType[],
): Promise<CleanedUpload> {
  // Calls that accept only images have their own messages.
  if (takes.length > 0 && takes.every((type) => kindOf(type).isPicture)) return cleanImage(bytes);
  if (bytes.length === 0) return refuse('4150', 'This file is empty.');
  if (bytes.length > MOST_BYTES) return tooLargeFile;
  const ending = endingOf(name);
  const pictureType = imageTypeOf(bytes);
  const content = pictureType ?? inspectDocument(bytes);
  if (content === 'macros') return refuse('4150', 'A document with macros cannot be sent here.');
  const type: UploadType | undefined = content === 'text' ? textTypeOf(ending) : content;
  if (type === undefined || !takes.includes(type)) return refuseKind(takes);
  if (!fitsEnding(type, ending)) return refuse('4150', 'The content of this file does not match its name.');
  return pictureType === undefined ? { is: 'document', type, bytes } : cleanImage(bytes);
}

export const tooLargeFile = refuse('4130', 'This file is too large.');

function refuseKind(takes: readonly UploadType[]): CleanedUpload {
  const names = takes.map((type) => kindOf(type).name);
  const last = names.pop();
  const list = names.length === 0 ? last : `${names.join(', ')} or ${last}`;
  const way = list === undefined ? '' : ` Send ${list}.`;
  return refuse('4150', `You cannot send this type of file here.${way}`);
}

function endingOf(name: string): string | undefined {
  return /\.([a-z0-9]+)$/i.exec(name.replace(/[\p{Cc}\p{Cf}\s]/gu, ''))?.[1]?.toLowerCase();
}

function textTypeOf(ending: string | undefined): UploadType {
  return ending === 'csv' ? 'text/csv' : 'text/plain';
}

/**
 * The extension of a document must fit its type, or be absent. An image is re-encoded, so its extension may be any
 * except that of a document.
 */
function fitsEnding(type: UploadType, ending: string | undefined): boolean {
  if (ending === undefined) return true;
  if (!kindOf(type).isPicture) return kindOf(type).endings.includes(ending);
  return !UPLOAD_TYPES.some((other) => !kindOf(other).isPicture && kindOf(other).endings.includes(ending));
}
