/** Only `photos` limits itself to images; a field of another package may send any file. */
export function uploadKind(type: string, look?: unknown): keyof typeof NOT_UPLOADED {
  if (type !== 'photos') return 'files';
  return look === 'signature' ? look : type;
}

/** The message of a field while some of its uploads have failed. */
export const NOT_UPLOADED = {
  photos: 'Some photos were not uploaded. Try again, or remove them.',
  files: 'Some files were not uploaded. Try again, or remove them.',
  signature: 'The signature was not uploaded. Try again, or sign again.',
} as const;
