import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { compareValues, pairItems, type Side } from '#renderer/grammar/difference/compare.ts';
import { formatDocument } from '#renderer/grammar/format.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';

/** Three versions of a document; null if it does not exist. */
export interface Versions {
  readonly path: string;
  /** The common ancestor. */
  readonly seen: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export type Choice = 'mine' | 'theirs';

/** A value that differs between the versions. */
export interface Site {
  /** Identifies the site in its document. */
  readonly id: string;
  /** Who changed it. If both did, a person must choose. */
  readonly by: Choice | 'both';
  /** A side is absent if the value does not exist there. */
  readonly seen?: Side;
  readonly mine?: Side;
  readonly theirs?: Side;
}

export interface Together {
  /** In document order; empty if both versions have the same meaning. */
  readonly sites: readonly Site[];
  /** Whether the sites are JSON values; otherwise the whole text is one site. */
  readonly isByNode: boolean;
  /** The merged text. Everything outside of the sites keeps its formatting and comments. */
  write(choiceOf: (site: Site) => Choice): string | null;
}

/** Common text, or a site with a text per version; undefined if the value is absent there. */
type Part =
  | { readonly text: string }
  | { readonly site: Site; readonly texts: { readonly [side in Choice]: string | undefined } }
  | {
      readonly own: Node;
      readonly marks: readonly [string, string];
      readonly parts: readonly { readonly lead: string; readonly part: Part }[];
    };

/** A value in one version; `node` is undefined if it is absent. */
interface Place {
  readonly node: Node | undefined;
  readonly pointer: string;
}
type Places = { readonly [side in 'seen' | Choice]: Place };

/**
 * Merges two versions of a document with a common ancestor. node-diff3 is not used: it reports no region for a
 * change that only one side made, but the panel shows every change and lets a person choose.
 */
export function bringTogether({ path, seen, mine, theirs }: Versions): Together {
  const isReadable = [mine, theirs].every(
    (text) => text !== null && path.endsWith('.json') && parseDocument(text, path).document !== undefined,
  );
  if (isReadable && mine !== null && theirs !== null)
    return mergeNodes(path, { seen: seen ?? '', mine, theirs });
  const site: Site = {
    id: '0',
    by: whose(seen, mine, theirs, (a, b) => a === b),
    ...wholeOf('seen', seen),
    ...wholeOf('mine', mine),
    ...wholeOf('theirs', theirs),
  };
  return {
    sites: mine === theirs ? [] : [site],
    isByNode: false,
    write: (choiceOf) => (mine === theirs || choiceOf(site) === 'mine' ? mine : theirs),
  };
}

/** Merges two JSON texts value by value. */
function mergeNodes(path: string, texts: { readonly [side in 'seen' | Choice]: string }): Together {
  const { mine, theirs } = texts;
  const sites: Site[] = [];
  const at = (text: string): Place => ({ node: parseTree(text, [], TRAILING), pointer: '' });
  const whole = join({ seen: at(texts.seen), mine: at(mine), theirs: at(theirs) });

  function join(places: Places): Part {
    const [a, b] = [places.mine.node, places.theirs.node];
    if (a !== undefined && b !== undefined) {
      if (isSame(a, b)) return { text: written(mine, a) };
      if (a.type === 'object' && b.type === 'object' && isOneKind(a, b)) return joinRecords(a, b, places);
      if (a.type === 'array' && b.type === 'array') return joinLists(a, b, places);
    }
    const site: Site = {
      id: String(sites.length),
      by: whose(places.seen.node, a, b, isSame),
      ...sidesOf(places),
    };
    sites.push(site);
    return { site, texts: { mine: a && written(mine, a), theirs: b && written(theirs, b) } };
  }

  function joinRecords(a: Node, b: Node, places: Places): Part {
    const names = [...new Set([...namesOf(a), ...namesOf(b)])];
    const parts = names.map((name) => {
      const lead = leadOf(mine, a, memberOf(a, name)) ?? leadOf(theirs, b, memberOf(b, name)) ?? '';
      const child = ({ node, pointer }: Place): Place => ({
        node: memberOf(node, name)?.children?.[1],
        pointer: joinPointer(pointer, name),
      });
      const part = join({
        seen: child(places.seen),
        mine: child(places.mine),
        theirs: child(places.theirs),
      });
      return { lead: `${lead}${JSON.stringify(name)}: `, part };
    });
    return { own: a, marks: ['{', '}'], parts };
  }

  function joinLists(a: Node, b: Node, places: Places): Part {
    const [old, own, others] = [itemsOf(places.seen.node), itemsOf(a), itemsOf(b)];
    const child = ({ pointer }: Place, items: readonly Node[], index: number | undefined): Place => ({
      node: index === undefined ? undefined : items[index],
      pointer: joinPointer(pointer, index ?? 0),
    });
    const parts = [...alignItems(old, own, others)].map((indexes) => {
      const item = {
        seen: child(places.seen, old, indexes.seen),
        mine: child(places.mine, own, indexes.mine),
        theirs: child(places.theirs, others, indexes.theirs),
      };
      const lead = leadOf(mine, a, item.mine.node) ?? leadOf(theirs, b, item.theirs.node) ?? '';
      return { lead, part: join(item) };
    });
    return { own: a, marks: ['[', ']'], parts };
  }

  return {
    sites,
    isByNode: true,
    write(choiceOf) {
      if (sites.every((site) => choiceOf(site) === 'theirs')) return sites.length === 0 ? mine : theirs;
      if (sites.every((site) => choiceOf(site) === 'mine')) return mine;
      const text = writePart(whole, mine, choiceOf);
      if (!('own' in whole)) return text ?? null;
      const [head, tail] = [mine.slice(0, whole.own.offset), mine.slice(endOf(whole.own))];
      return formatDocument({ path, text: head + (text ?? '') + tail });
    },
  };
}

/** Undefined if the chosen version does not have the value. */
function writePart(part: Part, mine: string, choiceOf: (site: Site) => Choice): string | undefined {
  if ('text' in part) return part.text;
  if ('site' in part) return part.texts[choiceOf(part.site)];
  if (!takesTheirs(part, choiceOf)) return written(mine, part.own);
  const inner = part.parts.flatMap((one) => {
    const text = writePart(one.part, mine, choiceOf);
    return text === undefined ? [] : [one.lead + text];
  });
  return part.marks[0] + inner.join(',') + tailOf(mine, part.own) + part.marks[1];
}

/** Indexes of one item of the merged list; absent where the item does not exist. */
interface AlignedItem {
  readonly seen?: number;
  readonly mine?: number | undefined;
  readonly theirs?: number | undefined;
}

/** The items of the merged list, in order. Items that both removed are left out. */
function* alignItems(
  old: readonly Node[],
  own: readonly Node[],
  others: readonly Node[],
): Iterable<AlignedItem> {
  const mates = {
    mine: new Map(pairItems(old.map(valueOf), own.map(valueOf))),
    theirs: new Map(pairItems(old.map(valueOf), others.map(valueOf))),
  };
  let [m, t] = [0, 0];
  for (const seen of old.keys()) {
    const [mine, theirs] = [mates.mine.get(seen), mates.theirs.get(seen)];
    yield* alignInserted(own, others, [m, t], [mine ?? m, theirs ?? t]);
    if (mine !== undefined || theirs !== undefined) yield { seen, mine, theirs };
    if (mine !== undefined) m = mine + 1;
    if (theirs !== undefined) t = theirs + 1;
  }
  yield* alignInserted(own, others, [m, t], [own.length, others.length]);
}

/** Items inserted between two positions: mine, then theirs; an item that both inserted comes once. */
function* alignInserted(
  own: readonly Node[],
  others: readonly Node[],
  [fromM, fromT]: readonly [number, number],
  [toM, toT]: readonly [number, number],
): Iterable<AlignedItem> {
  const both = pairItems(own.slice(fromM, toM).map(valueOf), others.slice(fromT, toT).map(valueOf))
    .map(([i, j]) => [fromM + i, fromT + j] as const)
    .filter(([i, j]) => isSame(own[i], others[j]));
  let [m, t] = [fromM, fromT];
  for (const [i, j] of [...both, [toM, toT] as const]) {
    for (; m < i; m += 1) yield { mine: m };
    for (; t < j; t += 1) yield { theirs: t };
    if (i === toM && j === toT) return;
    yield { mine: i, theirs: j };
    [m, t] = [i + 1, j + 1];
  }
}

const TRAILING = { allowTrailingComma: true };

function takesTheirs(part: Part, choiceOf: (site: Site) => Choice): boolean {
  if ('site' in part) return choiceOf(part.site) === 'theirs';
  return 'parts' in part && part.parts.some((one) => takesTheirs(one.part, choiceOf));
}

function whose<T>(seen: T, mine: T, theirs: T, same: (a: T, b: T) => boolean): Site['by'] {
  if (same(seen, theirs)) return 'mine';
  return same(seen, mine) ? 'theirs' : 'both';
}

/** A whole text as a side; no side for a missing document. */
function wholeOf(side: 'seen' | Choice, text: string | null): Pick<Site, 'seen' | Choice> {
  return text === null ? {} : { [side]: { pointer: '', value: text } };
}

function sidesOf(places: Places): Pick<Site, 'seen' | Choice> {
  const side = ({ node, pointer }: Place): Side | undefined => node && { pointer, value: getNodeValue(node) };
  const [seen, mine, theirs] = [side(places.seen), side(places.mine), side(places.theirs)];
  return { ...(seen && { seen }), ...(mine && { mine }), ...(theirs && { theirs }) };
}

function valueOf(node: Node): unknown {
  return getNodeValue(node);
}

function isSame(a: Node | undefined, b: Node | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const side = (node: Node): Side => ({ pointer: '', value: valueOf(node) });
  return compareValues(side(a), side(b)).length === 0;
}

/** Whether two records have the same type; members of different types are not comparable. */
function isOneKind(a: Node, b: Node): boolean {
  const [one, other]: unknown[] = [valueOf(a), valueOf(b)];
  if (!isJson(one) || !isJson(other)) return false;
  return ['type', 'do', 'rule'].every((name) => one[name] === other[name]);
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

function namesOf(record: Node): readonly string[] {
  return (record.children ?? []).map((member) => String(member.children?.[0]?.value));
}

function memberOf(record: Node | undefined, name: string): Node | undefined {
  if (record?.type !== 'object') return undefined;
  return record.children?.find((member) => member.children?.[0]?.value === name);
}

function written(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** White space and comments before an item or a member. */
function leadOf(text: string, around: Node, child: Node | undefined): string | undefined {
  if (child === undefined) return undefined;
  const before = around.children?.[around.children.indexOf(child) - 1];
  const from = before === undefined ? around.offset + 1 : endOf(before);
  return withoutCommas(text.slice(from, child.offset));
}

/** White space and comments after the last item. */
function tailOf(text: string, around: Node): string {
  const last = around.children?.at(-1);
  const from = last === undefined ? around.offset + 1 : endOf(last);
  return withoutCommas(text.slice(from, endOf(around) - 1));
}

function withoutCommas(space: string): string {
  return space.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|,/g, (found) => (found === ',' ? '' : found));
}
