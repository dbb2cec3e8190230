import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { judgeAsset } from '#src/shared/asset-kind.ts';
import { isPicture } from '#src/shared/project-paths.ts';
import { type OnMisfit, refuseMisfit, unlessMisfit } from '#src/simulator/service/misfit.ts';
import { type Compressed, compressOnDemand } from './compressed.ts';

export interface StaticFile {
  readonly content: Compressed;
  readonly type: string;
  /** Its address changes with its content. */
  readonly isImmutable: boolean;
  /** A browser that opens the address saves the file, and never shows it as a document. */
  readonly isDownload?: boolean;
}

/** By address. Everything is read at the start: what the disk says later cannot change an answer. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const PACKED_ALREADY = new Set(['.jpg', '.png', '.webp', '.woff2']);

/**
 * Files of a built page, but its documents and what the build keeps for itself.
 *
 * @param base - Where their addresses begin, with a slash at its end.
 */
export function readBuiltFiles(folder: string, base = '/capiz/'): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const path of listFiles(folder)) {
    const address = relative(folder, path).split(sep).join('/');
    if (/^[^/]*\.html$/.test(address) || address.startsWith('.')) continue;
    files.set(base + address, readStatic(path, address.startsWith('assets/')));
  }
  return files;
}

/**
 * The product's own pictures, `screens/assets/<name>.<ext>`, at addresses with their hash.
 *
 * @param files - Documents and pictures of a project, by path.
 */
export function readProductAssets(project: ReadonlyMap<string, Uint8Array>): {
  readonly files: StaticFiles;
  /** `asset:<name>` of a definition → address. */
  readonly addresses: { readonly [name: string]: string };
} {
  const files = new Map<string, StaticFile>();
  const addresses: { [name: string]: string } = {};
  for (const [path, bytes] of project) {
    if (!isPicture(path)) continue;
    const extension = extname(path);
    const name = basename(path, extension);
    const address = `/capiz/assets/${name}-${beginningOf(bytes)}${extension}`;
    const file = packed.get(address) ?? describeAsset(bytes);
    packed.set(address, file);
    files.set(address, file);
    addresses[name] = address;
  }
  return { files, addresses };
}

/** Part of a content's hash; with it the address of a picture changes when its content changes. */
function beginningOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}

/** Whether a path is the address of a picture of a project, and not of a file of a built page. */
export function isProductAsset(address: string, bytes: Uint8Array): boolean {
  return /-([0-9a-f]{10})(\.\w*)?$/.exec(address)?.[1] === beginningOf(bytes);
}

/**
 * A picture or font of a project as it is served: its type comes from its content, not from its name. Other files of
 * older releases are served as downloads without a type. A drawing with elements that are not listed keeps its type,
 * but is served as a download too.
 */
export function describeAsset(bytes: Uint8Array): StaticFile {
  const { type, fault } = judgeAsset(bytes);
  const isPacked = type !== undefined && type !== 'image/svg+xml';
  return {
    content: isPacked ? { identity: new Uint8Array(bytes) } : compressOnDemand(bytes),
    type: type ?? 'application/octet-stream',
    isImmutable: true,
    ...(fault !== undefined && { isDownload: true }),
  };
}

/** Releases have most of their pictures in common. */
const packed = new Map<string, StaticFile>();

/**
 * Pictures that the scenarios of the reference loan service name.
 *
 * @param onMisfit - Gets the fault of each that cannot be read; it is left out. Default: throws it.
 */
export function readScenarioPictures(folder: string, onMisfit: OnMisfit = refuseMisfit): StaticFiles {
  const files = unlessMisfit(onMisfit, () => listFiles(folder)) ?? [];
  return new Map(
    files.flatMap((path) => {
      const file = unlessMisfit(onMisfit, () => readStatic(path, false));
      if (file === undefined) return [];
      return [[`/capiz/demo/pictures/${relative(folder, path).split(sep).join('/')}`, file]];
    }),
  );
}

/** A server over a project that is being worked on reads again and again what seldom changes. */
const known = new Map<string, { readonly stamp: string; readonly file: StaticFile }>();

function readStatic(path: string, isImmutable: boolean): StaticFile {
  const { size, mtimeMs } = statSync(path);
  const stamp = `${size} ${mtimeMs} ${isImmutable}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.file;
  const file = makeStatic(readFileSync(path), extname(path), isImmutable);
  known.set(path, { stamp, file });
  return file;
}

function makeStatic(bytes: Uint8Array, extension: string, isImmutable: boolean): StaticFile {
  return {
    content: PACKED_ALREADY.has(extension) ? { identity: new Uint8Array(bytes) } : compressOnDemand(bytes),
    type: TYPES[extension] ?? 'application/octet-stream',
    isImmutable,
  };
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      // Reading a named pipe would wait for ever.
      return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    })
    .sort();
}
