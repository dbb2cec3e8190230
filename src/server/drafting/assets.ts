import { isAsset } from '#src/shared/project-paths.ts';
import type { Act } from '#src/shared/registry/act.ts';
import type { Asset, AssetUse } from '#src/shared/registry/asset.ts';
import { hashOf, readContents } from '../registry/contents.ts';
import type { Database, Queries } from '../registry/database.ts';
import { type Changes, composeForReading, listDrafts, saveDraft } from '../registry/drafts.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { findLive, readManifest } from '../registry/manifests.ts';
import { cleanImage } from '../uploads/clean-image.ts';
import { inspectImage } from '../uploads/inspect-image.ts';

const PICTURES = 'screens/assets/';
const ENDINGS = { 'image/jpeg': '.jpg', 'image/png': '.png' } as const;
/** Maximum number of drafts to search. */
const MOST_DRAFTS = 200;

type Files = ReadonlyMap<string, string>;

/** The name in `asset:<name>`. */
function nameOf(path: string): string {
  return path.slice(PICTURES.length).replace(/\.[^.]*$/, '');
}

/** Names of images in documents, cached by the document's hash. */
class NamesOf {
  readonly #known = new Map<string, readonly string[]>();

  async read(queries: Queries, files: Files): Promise<void> {
    const texts = [...files].filter(([path, hash]) => !isAsset(path) && !this.#known.has(hash));
    const contents = await readContents(
      queries,
      texts.map(([, hash]) => hash),
    );
    for (const [hash, bytes] of contents) {
      const said = [...bytes.toString('utf8').matchAll(/asset:([\w.-]*)/g)];
      this.#known.set(
        hash,
        said.map(([, name]) => name ?? ''),
      );
    }
  }

  /**
   * @returns the documents that refer to an image. A name that no image has is the beginning of a computed name,
   * which may be any.
   */
  find(files: Files, name: string): string[] {
    const names = new Set([...files.keys()].filter(isAsset).map(nameOf));
    return [...files]
      .filter(([, hash]) => this.#known.get(hash)?.some((said) => said === name || !names.has(said)))
      .map(([path]) => path)
      .sort();
  }
}

/** @param draft - Only that draft; absent: the live release and every open draft. */
export async function listAssets(queries: Queries, draft?: string): Promise<Asset[]> {
  const projects: { readonly draft?: string; readonly files: Files }[] = [];
  if (draft === undefined) {
    const live = await findLive(queries);
    if (live !== undefined) {
      projects.push({ files: new Map(Object.entries((await readManifest(queries, live.release)).files)) });
    }
  }
  const drafts = draft === undefined ? (await listDrafts(queries, MOST_DRAFTS)).map(({ id }) => id) : [draft];
  for (const id of drafts) projects.push({ draft: id, files: (await composeForReading(queries, id)).files });
  const names = new NamesOf();
  const found = new Map<string, { path: string; content: string; in: AssetUse[] }>();
  for (const { draft: id, files } of projects) {
    await names.read(queries, files);
    for (const [path, content] of files) {
      if (!isAsset(path)) continue;
      const asset = found.get(`${path} ${content}`) ?? { path, content, in: [] };
      asset.in.push({ ...(id !== undefined && { draft: id }), documents: names.find(files, nameOf(path)) });
      found.set(`${path} ${content}`, asset);
    }
  }
  const pictures = await readContents(
    queries,
    [...found.values()].map(({ content }) => content),
  );
  return [...found.values()]
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map((asset) => {
      const bytes = pictures.get(asset.content) ?? Buffer.alloc(0);
      return { ...asset, name: nameOf(asset.path), bytes: bytes.length, ...sizeOf(bytes) };
    });
}

function sizeOf(bytes: Uint8Array): { readonly width?: number; readonly height?: number } {
  const inspected = inspectImage(bytes);
  return inspected.is === 'picture' ? { width: inspected.width, height: inspected.height } : {};
}

export interface NewAsset extends Act {
  readonly draft: string;
  /** As in `saveDraft`. */
  readonly seen: number;
  readonly name: string;
  readonly file: Uint8Array;
}

/**
 * Adds an image to a draft, re-encoded like borrowers' uploads; it replaces one with the same name.
 * @throws RegistryRefusal `invalid` if it is no JPEG or PNG of an accepted size, with a message for people;
 * `delayed` if too many are being processed; as `saveDraft`.
 */
export async function addAsset(
  database: Database,
  { draft, seen, name, file, ...act }: NewAsset,
): Promise<{ readonly revision: number; readonly asset: Omit<Asset, 'in'> }> {
  const cleaned = await cleanImage(file);
  if (cleaned.is === 'busy')
    throw new RegistryRefusal('delayed', 'Too many pictures are being rendered: retry later.');
  if (cleaned.is === 'refused') throw new RegistryRefusal('invalid', cleaned.message);
  const { type, bytes } = cleaned;
  const path = `${PICTURES}${name}${ENDINGS[type]}`;
  const { files } = await composeForReading(database.queries, draft);
  const former = [...files.keys()].filter((one) => isAsset(one) && nameOf(one) === name && one !== path);
  const changes = { [path]: bytes, ...Object.fromEntries(former.map((one) => [one, null])) };
  const revision = await saveDraft(database, { id: draft, seen, changes, ...act });
  const asset = { path, name, content: hashOf(bytes), bytes: bytes.length, ...sizeOf(bytes) };
  return { revision, asset };
}

/**
 * Removes an image from a draft; releases keep it.
 * @returns the draft's new revision.
 * @throws RegistryRefusal `unknown`; `conflict` if documents of the draft refer to it, with their paths; as
 * `saveDraft`.
 */
export async function removeAsset(
  database: Database,
  { draft, seen, name, ...act }: Omit<NewAsset, 'file'>,
): Promise<number> {
  const assets = (await listAssets(database.queries, draft)).filter((asset) => asset.name === name);
  if (assets.length === 0) throw new RegistryRefusal('unknown', `The draft ${draft} has no picture ${name}.`);
  const documents = assets.flatMap(({ in: uses }) => uses.flatMap((use) => use.documents));
  if (documents.length > 0) {
    throw new RegistryRefusal(
      'conflict',
      `The picture ${name} is used by ${[...new Set(documents)].join(', ')}.`,
    );
  }
  const changes = Object.fromEntries(assets.map(({ path }) => [path, null]));
  return saveDraft(database, { id: draft, seen, changes, ...act });
}

/**
 * Checks that saved images are already known. New images must come through `addAsset`, which re-encodes them;
 * a save may only restore earlier ones.
 * @throws RegistryRefusal `invalid`.
 */
export async function requireKnownAssets(queries: Queries, changes: Changes): Promise<void> {
  for (const [path, content] of Object.entries(changes)) {
    if (!isAsset(path) || content === null || (await wasPicture(queries, hashOf(content)))) continue;
    throw new RegistryRefusal('invalid', `${path} is not a known picture: add it to the draft as a picture.`);
  }
}

/** Whether the content was an image in a draft or a release; the bytes may also be those of another file. */
async function wasPicture(queries: Queries, content: string): Promise<boolean> {
  const saved = await queries
    .selectFrom('draft_changes')
    .select('path')
    .where('content', '=', content)
    .where('path', 'like', `${PICTURES}%`)
    .executeTakeFirst();
  if (saved !== undefined) return true;
  const releases = await queries
    .selectFrom('releases')
    .select('hash')
    .where('manifest', 'like', `%"${content}"%`)
    .execute();
  for (const { hash } of releases) {
    const { files } = await readManifest(queries, hash);
    if (Object.entries(files).some(([path, named]) => named === content && isAsset(path))) return true;
  }
  return false;
}
