import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { checkAsset } from '#src/shared/asset-kind.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { type OnBadFixture, throwBadFixture, skipBadFixture } from '#src/simulator/service/bad-fixture.ts';
import { type Compressed, compressOnDemand } from './compressed.ts';

export interface StaticFile {
  readonly content: Compressed;
  readonly type: string;
  /** Whether the file's address changes with its content. */
  readonly isImmutable: boolean;
  /** A browser that opens the address saves the file, and never shows it as a document. */
  readonly isDownload?: boolean;
}

/** Files by address, read at start: a later change on disk does not affect responses. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
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
 * Files of a built page, without its documents and the build's internal files.
 * @param base - Prefix of their addresses, with a trailing slash.
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
 * The product's images and fonts, `screens/assets/<name>.<ext>`, at addresses with their hash.
 * @param files - Documents and images of a project, by path.
 */
export function readProductAssets(project: ReadonlyMap<string, Uint8Array>): {
  readonly files: StaticFiles;
  /** `asset:<name>` of a definition → address. */
  readonly addresses: { readonly [name: string]: string };
} {
  const files = new Map<string, StaticFile>();
  const addresses: { [name: string]: string } = {};
  for (const [path, bytes] of project) {
    if (!isAsset(path)) continue;
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

/** Part of the content's hash; it changes the address of an image with its content. */
function beginningOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}

/** Whether an address is that of a project's image, and not of a file of the built page. */
export function isProductAsset(address: string, bytes: Uint8Array): boolean {
  return /-([0-9a-f]{10})(\.\w*)?$/.exec(address)?.[1] === beginningOf(bytes);
}

/**
 * An image or font of a project as it is served: its type comes from its content, not from its name. Other files
 * of older releases are served as downloads without a type. An SVG with forbidden elements keeps its type, but is
 * served as a download too.
 */
export function describeAsset(bytes: Uint8Array): StaticFile {
  const { type, fault } = checkAsset(bytes);
  const isPacked = type !== undefined && type !== 'image/svg+xml';
  return {
    content: isPacked ? { identity: new Uint8Array(bytes) } : compressOnDemand(bytes),
    type: type ?? 'application/octet-stream',
    isImmutable: true,
    ...(fault !== undefined && { isDownload: true }),
  };
}

/** Shared, because releases have most images in common. */
const packed = new Map<string, StaticFile>();

/**
 * Images that the scenarios of the simulated loan service use.
 * @param onBadFixture - Gets the error of each unreadable image, which is left out. Default: throws it.
 */
export function readScenarioPictures(
  folder: string,
  onBadFixture: OnBadFixture = throwBadFixture,
): StaticFiles {
  const files = skipBadFixture(onBadFixture, () => listFiles(folder)) ?? [];
  return new Map(
    files.flatMap((path) => {
      const file = skipBadFixture(onBadFixture, () => readStatic(path, false));
      if (file === undefined) return [];
      return [[`/capiz/demo/pictures/${relative(folder, path).split(sep).join('/')}`, file]];
    }),
  );
}

/** Cache for the development server, which reads these files after every change. */
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

/** @param extension - With its dot. */
export function makeStatic(bytes: Uint8Array, extension: string, isImmutable: boolean): StaticFile {
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
      // Reading a named pipe would never end.
      return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    })
    .sort();
}
