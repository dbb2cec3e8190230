import { parse } from 'jsonc-parser';
import { uploadKind } from '#renderer/plan/upload-kinds.ts';
import { isRecord } from '#renderer/plan/value.ts';
import { kindOf, IMAGE_TYPES, UPLOAD_TYPES, type UploadType } from './upload-names.ts';

/**
 * The types of files that fields of screens and parts send, by the name of the endpoint. A field of photos sends
 * images; any other one sends what its `accept` lists, or without it every type.
 */
export function readUploadFields(
  files: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, readonly UploadType[]> {
  const sent = new Map<string, Set<UploadType>>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    const { type, upload, accept } = value;
    if (typeof type === 'string' && typeof upload === 'string') {
      const all = sent.get(upload) ?? new Set();
      for (const one of uploadKind(type) === 'photos' ? IMAGE_TYPES : accepted(accept)) all.add(one);
      sent.set(upload, all);
    }
    Object.values(value).forEach(visit);
  };
  for (const [path, bytes] of files) {
    if (!path.startsWith('screens/') || !path.endsWith('.json')) continue;
    const text = new TextDecoder().decode(bytes);
    // Most documents have no such field and need not be parsed.
    if (text.includes('"upload"')) visit(parse(text, [], { allowTrailingComma: true }));
  }
  return new Map([...sent].map(([name, types]) => [name, UPLOAD_TYPES.filter((type) => types.has(type))]));
}

function accepted(accept: unknown): readonly UploadType[] {
  if (!Array.isArray(accept)) return UPLOAD_TYPES;
  return UPLOAD_TYPES.filter((type) => accept.some((entry) => isOf(String(entry), type)));
}

/**
 * Whether an entry of `accept` includes a type. Like the field, reads an entry as an extension, a media type,
 * or all media types of a kind.
 */
function isOf(entry: string, type: UploadType): boolean {
  if (entry.startsWith('.')) return kindOf(type).endings.includes(entry.slice(1));
  return entry.endsWith('/*') ? type.startsWith(entry.slice(0, -1)) : type === entry;
}
