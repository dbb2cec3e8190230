import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import type { Origin, BlamedValue } from '#src/shared/registry/document-history.ts';
import { readContent } from './contents.ts';
import type { Queries } from './database.ts';
import { listSaves, readDraft } from './drafts.ts';
import { RegistryRefusal } from './failures.ts';
import { listVersions } from './history.ts';
import { readManifest } from './manifests.ts';

interface Version {
  readonly content: string | null;
  readonly origin: Origin;
}

/** Maximum number of versions to search. Older values get the origin of the oldest version searched. */
const MOST = 300;

/**
 * Finds the origin of every value of a document.
 * @param draft - Reads the document of this draft; absent: the live one.
 * @throws RegistryRefusal `unknown` if there is no such document.
 */
export async function blameDocument(
  queries: Queries,
  { path, draft }: { readonly path: string; readonly draft?: string },
): Promise<{ readonly content: string; readonly values: readonly BlamedValue[] }> {
  const versions =
    draft === undefined ? await listLive(queries, path) : await listOfDraft(queries, path, draft);
  const [newest] = versions;
  if (newest === undefined || newest.content === null) {
    throw new RegistryRefusal('unknown', `${path} is not ${draft === undefined ? 'live' : 'in the draft'}.`);
  }
  const { content } = newest;
  const root = await readTree(queries, content);
  const scalars = root === undefined ? [] : [...scalarsOf(root)];
  const origins = new Map<string, Origin>();
  let open = scalars;
  for (const { content: before, origin } of versions.slice(0, MOST)) {
    if (before === null || open.length === 0) break;
    const tree = before === content ? root : await readTree(queries, before);
    open = open.filter(({ place, value }) => {
      const found = tree && findNodeAtLocation(tree, [...place]);
      if (found === undefined || found.value !== value) return false;
      origins.set(pointerOf(place), origin);
      return true;
    });
  }
  const values = scalars.map(({ place }) => {
    const pointer = pointerOf(place);
    return { pointer, ...(origins.get(pointer) ?? newest.origin) };
  });
  return { content, values };
}

async function listLive(queries: Queries, path: string): Promise<Version[]> {
  const versions = await listVersions(queries, path, MOST);
  return versions.map(({ content, release, reason, actor, at }) => ({
    content,
    origin: { release, reason, actor, at },
  }));
}

/** The draft's saves, then the versions that were live before the draft was opened. */
async function listOfDraft(queries: Queries, path: string, id: string): Promise<Version[]> {
  const { base } = await readDraft(queries, id);
  const saves = (await listSaves(queries, id)).filter((save) => save.path === path).reverse();
  const begun = base === undefined ? undefined : (await readManifest(queries, base)).files[path];
  // Skip versions that went live after the draft was opened.
  const live = await listLive(queries, path);
  const first = live.findIndex(({ content }) => content === begun);
  return [
    ...saves.map(({ content, revision, actor, at }) => ({ content, origin: { revision, actor, at } })),
    ...(first < 0 ? [] : live.slice(first)),
  ];
}

async function readTree(queries: Queries, content: string): Promise<Node | undefined> {
  return parseTree((await readContent(queries, content)).toString('utf8'));
}

type Place = readonly (string | number)[];

function pointerOf(place: Place): string {
  return place.reduce<string>(joinPointer, '');
}

function* scalarsOf(
  node: Node,
  place: Place = [],
): Generator<{ readonly place: Place; readonly value: unknown }> {
  const children = node.children ?? [];
  if (node.type === 'array') {
    for (const [at, child] of children.entries()) yield* scalarsOf(child, [...place, at]);
  } else if (node.type === 'object') {
    for (const { children: pair = [] } of children) {
      const [name, value] = pair;
      if (name !== undefined && value !== undefined) yield* scalarsOf(value, [...place, String(name.value)]);
    }
  } else yield { place, value: node.value };
}
