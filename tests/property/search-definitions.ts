import { projectFiles } from '#tests/engine.ts';
import { isJson, type Json, parseFile, type ReplyMember } from '#tests/reply-members.ts';

/* Finds the definitions that may read a member of a reply, by their text alone: without the parser, types and checker. */

export interface Definition {
  readonly file: string;
  /** The id of a screen: `order`. */
  readonly screen: string | undefined;
  /** Files of the parts that it uses. */
  readonly parts: readonly string[];
  /** Every text in it except descriptions. */
  readonly texts: readonly string[];
  /** Lists that the definition iterates, by their own name, with its name for each item. */
  readonly walks: readonly { readonly list: string; readonly item: string }[];
  /** Endpoints that it calls. */
  readonly calls: readonly string[];
  /** Endpoints for its photo uploads: the address in the reply becomes the field's value. */
  readonly uploads: readonly string[];
  readonly lookups: readonly string[];
  /** Members whose types it borrows. */
  readonly ownLikes: readonly string[];
  /** Parameters of a part, and the members whose types they borrow. */
  readonly likeOf: readonly { readonly param: string; readonly like: string }[];
  /** Members whose types are borrowed by stored values that it names, and by parameters of its parts. */
  readonly otherLikes: readonly string[];
  /** Names behind roots that are not replies: `rate` of `form.rate`. */
  readonly otherNames: ReadonlySet<string>;
}

/** Names behind these roots are not reply members. */
const ROOTS = [
  /\b(?:params|session|device|fetched|state|kept|timer|error)\.(\w+)/g,
  /\b(?:config|form)\.(\w+)\.(\w+)/g,
];

const app = parseFile(fileOf('screens/app.json'));
const kept = app['kept'] as { readonly [name: string]: Json };
const config = app['config'] as { readonly [group: string]: { readonly [name: string]: Json } };

export const definitions: readonly Definition[] = projectFiles
  .filter(({ path }) => /\.(screen|part)\.json$/.test(path))
  .map((file) => readDefinition(file.path, parseFile(file)));

function fileOf(path: string) {
  const file = projectFiles.find((one) => one.path === path);
  if (!file) throw new Error(`There is no ${path}.`);
  return file;
}

function readDefinition(file: string, document: Json): Definition {
  const texts = [...textsIn(document)];
  const parts = [...membersNamed(document, 'part')].map((part) => `screens/parts/${part}.part.json`);
  const keptNames = Object.keys(kept).filter((name) => texts.some((text) => text.includes(`kept.${name}`)));
  return {
    file,
    screen: /([^/]+)\.screen\.json$/.exec(file)?.[1],
    parts,
    texts,
    walks: [...walksIn(document)],
    calls: ['endpoint', 'ask', 'upload', 'lookup'].flatMap((name) => [...membersNamed(document, name)]),
    uploads: [...membersNamed(document, 'upload')],
    lookups: [...membersNamed(document, 'lookup')],
    ownLikes: [...membersNamed(document, 'like')],
    likeOf: file.endsWith('.part.json')
      ? Object.entries((document['params'] ?? {}) as { readonly [name: string]: Json }).flatMap(
          ([param, { like }]) => (typeof like === 'string' ? [{ param, like }] : []),
        )
      : [],
    otherLikes: [
      ...parts.flatMap((part) => [...membersNamed(parseFile(fileOf(part))['params'], 'like')]),
      ...keptNames.flatMap((name) => [...membersNamed(kept[name], 'like')]),
    ],
    otherNames: new Set([
      ...texts.flatMap(namesBehindRoots),
      ...keptNames.flatMap((name) => Object.keys((kept[name]?.['properties'] ?? {}) as Json)),
      ...texts.flatMap(namesOfSettings),
    ]),
  };
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (isJson(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name !== 'description' && name !== '$schema') yield* textsIn(member);
    }
  }
}

function* membersNamed(value: unknown, wanted: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* membersNamed(item, wanted);
  else if (isJson(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name === wanted && typeof member === 'string') yield member;
      else yield* membersNamed(member, wanted);
    }
  }
}

/** Names of the members in a configuration list's items. */
function namesOfSettings(text: string): string[] {
  return [...text.matchAll(/\bconfig\.(\w+)\.(\w+)/g)].flatMap(([, group = '', name = '']) => {
    const items = config[group]?.[name]?.['items'];
    return isJson(items) ? Object.keys((items['properties'] ?? {}) as Json) : [];
  });
}

function* walksIn(value: unknown): Generator<{ readonly list: string; readonly item: string }> {
  if (Array.isArray(value)) for (const item of value) yield* walksIn(item);
  else if (isJson(value)) {
    const { each, as } = value;
    const list = typeof each === 'string' ? /(\w+)$/.exec(each)?.[1] : undefined;
    if (list !== undefined && typeof as === 'string') yield { list, item: as };
    for (const member of Object.values(value)) yield* walksIn(member);
  }
}

function namesBehindRoots(text: string): string[] {
  return ROOTS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => match.slice(1)));
}

/** Whether a definition can reach a member: it calls the endpoint, or borrows a type that contains it. */
export function reaches(definition: Definition, { endpoint, place }: ReplyMember): boolean {
  if (definition.calls.includes(endpoint)) return true;
  // A type that is borrowed whole is the endpoint's name, without `#`.
  return (
    definition.ownLikes.some((like) => like.startsWith(place) || isBelow(place, like)) ||
    definition.otherLikes.some((like) => isBelow(place, like))
  );
}

/** Whether the path of a member is inside the path of another member. */
function isBelow(place: string, outer: string): boolean {
  return place.startsWith(outer) && /^[.[#]/.test(place.slice(outer.length));
}

/** Whether the definition contains the name after a dot, or after the `#` of a borrowed type. */
export function mentions(definition: Definition, name: string): boolean {
  const pattern = new RegExp(`(?:[.#]|\\.\\?|\\[\\?')${name}\\b`);
  return definition.texts.some((text) => pattern.test(text));
}

/** Whether the parent record or list is passed on whole, to a position where all its members are required. */
export function handsOn(definition: Definition, { path, endpoint, place }: ReplyMember): boolean {
  // The engine itself reads the replies of uploads and of place lookups.
  if (definition.uploads.includes(endpoint) || definition.lookups.includes(endpoint)) return true;
  const around = path.slice(0, -1).flatMap((step, at) => {
    if (step !== '[]') return [step];
    // In an iteration an item has the name that the definition gives it.
    const list = path[at - 1];
    return definition.walks.filter((walk) => walk.list === list).map(({ item }) => item);
  });
  const says = (pattern: RegExp) => definition.texts.some((text) => pattern.test(text));
  // In a part the record has the parameter's name; a list's first matching item can be passed on.
  const params = definition.likeOf.filter(({ like }) => isBelow(place, like)).map(({ param }) => param);
  return (
    around.some((name) => says(new RegExp(`^\\$\\{(?:[\\w.]*\\.)?${name}\\}$`))) ||
    params.some((name) => says(new RegExp(`^\\$\\{params\\.${name}(?:\\.filter\\(.*\\)\\[\\?0\\])?\\}$`)))
  );
}

/** Whether the name can only mean this member in this definition. */
export function isUnambiguous(
  definition: Definition,
  member: ReplyMember,
  all: readonly ReplyMember[],
): boolean {
  const sameName = all.filter((other) => other.name === member.name && reaches(definition, other));
  return sameName.length === 1 && !definition.otherNames.has(member.name) && !handsOn(definition, member);
}
