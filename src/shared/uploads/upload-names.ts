/** Prefix of files that this installation stores. */
export const UPLOADS_ADDRESS = '/capiz/uploads/';

interface UploadKind {
  /** The type's name in messages to the person who sends a file. */
  readonly name: string;
  /** Without dots; stored names use the first one. */
  readonly endings: readonly [string, ...string[]];
  /** An image, which is re-encoded; a document is forwarded unchanged. */
  readonly isPicture: boolean;
}

/** Every type of file that a call may send. Others are refused, even if a screen or contract lists them. */
const KINDS = {
  'application/pdf': { name: 'PDF', endings: ['pdf'], isPicture: false },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    name: 'DOCX',
    endings: ['docx'],
    isPicture: false,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    name: 'XLSX',
    endings: ['xlsx'],
    isPicture: false,
  },
  'application/vnd.oasis.opendocument.text': { name: 'ODT', endings: ['odt'], isPicture: false },
  'text/csv': { name: 'CSV', endings: ['csv'], isPicture: false },
  'text/plain': { name: 'TXT', endings: ['txt'], isPicture: false },
  'image/jpeg': { name: 'JPEG', endings: ['jpg', 'jpeg'], isPicture: true },
  'image/png': { name: 'PNG', endings: ['png'], isPicture: true },
} as const satisfies { readonly [type: string]: UploadKind };

export type UploadType = keyof typeof KINDS;

// The keys of KINDS are exactly UploadType.
export const UPLOAD_TYPES = Object.keys(KINDS) as readonly UploadType[];

export function kindOf(type: UploadType): UploadKind {
  return KINDS[type];
}

/** The types that a call accepts if no screen has a field of files for it. */
export const IMAGE_TYPES = UPLOAD_TYPES.filter((type) => KINDS[type].isPicture);

const NAME = new RegExp(
  `^[0-9a-f]{32}\\.(?:${UPLOAD_TYPES.map((type) => KINDS[type].endings[0]).join('|')})$`,
);

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

/** @param name - As of `isStoredName`. */
export function typeOf(name: string): UploadType | undefined {
  return UPLOAD_TYPES.find((type) => name.endsWith(`.${KINDS[type].endings[0]}`));
}
