import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { keepLineEnds } from './line-ends.ts';
import { isActionsPlace } from './lone-actions.ts';
import { offsetInString } from './places.ts';
import { commaIn, hasComments, ownComments, type Range } from './own-comments.ts';
import { splitPointer } from './pointer.ts';

/** The written value at a pointer. */
export function nodeAt(root: Node | undefined, pointer: string): Node | undefined {
  const nodes = nodesTo(root, pointer);
  return nodes.length > splitPointer(pointer).length ? nodes.at(-1) : undefined;
}

/**
 * The written values on the way to a pointer, from the root on, as far as they exist. The only action of a list may be written in the
 * place of the list; it then stands for both.
 */
export function nodesTo(root: Node | undefined, pointer: string): readonly Node[] {
  const names = splitPointer(pointer);
  const nodes = root === undefined ? [] : [root];
  for (const [at, name] of names.entries()) {
    const node = nodes.at(-1);
    if (node === undefined) return nodes;
    const isLone = name === '0' && node.type === 'object' && isActionsPlace(names.slice(0, at));
    const next = isLone ? node : findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
    if (next === undefined) return nodes;
    nodes.push(next);
  }
  return nodes;
}

export function splice(text: string, at: number, length: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + length);
}

/** Comments of an item as source text, with their marks. */
interface Comments {
  readonly above: readonly string[];
  readonly behind: readonly string[];
}

const NO_COMMENTS: Comments = { above: [], behind: [] };

/**
 * Collects changes of a text, by offsets of the original, and applies them together; comments and spacing
 * stay.
 */
export class TextEdits {
  readonly #text: string;
  readonly #root: Node | undefined;
  readonly #edits = new Map<number, { readonly length: number; readonly inserted: string }>();
  readonly #removed = new Set<Node>();

  constructor(text: string) {
    this.#text = text;
    this.#root = parseTree(text, [], { allowTrailingComma: true });
  }

  /** Replaces some UTF-16 units of a string's value. */
  replaceIn(pointer: string, at: number, length: number, inserted: string): void {
    const node = this.node(pointer);
    if (node === undefined) return;
    const from = offsetInString(this.#text, node.offset, at);
    const to = offsetInString(this.#text, node.offset, at + length);
    this.#edits.set(from, { length: to - from, inserted });
  }

  /** Replaces a whole string. */
  replaceText(pointer: string, text: string): void {
    this.replaceWritten(pointer, JSON.stringify(text));
  }

  /** Replaces a value by JSON source text. */
  replaceWritten(pointer: string, written: string): void {
    const node = this.node(pointer);
    if (node !== undefined) this.#edits.set(node.offset, { length: node.length, inserted: written });
  }

  /** Renames a member. */
  renameMember(pointer: string, name: string): void {
    const key = this.node(pointer)?.parent?.children?.[0];
    if (key !== undefined)
      this.#edits.set(key.offset, { length: key.length, inserted: JSON.stringify(name) });
  }

  /** Inserts a text before a member. */
  insertBefore(pointer: string, inserted: string): void {
    const member = this.node(pointer)?.parent;
    if (member !== undefined) this.#edits.set(member.offset, { length: 0, inserted });
  }

  /**
   * Adds a member at the end of a record.
   *
   * @param written - Its value as JSON source text.
   */
  addMember(pointer: string, name: string, written: string): void {
    const record = this.node(pointer);
    if (record?.type !== 'object') return;
    const member = `${JSON.stringify(name)}: ${written}`;
    const last = record.children?.at(-1);
    if (last === undefined) {
      this.#insert(record.offset + 1, ` ${member} `);
      return;
    }
    // On its own line if the member before it is.
    const line = this.#text.slice(this.#text.lastIndexOf('\n', last.offset) + 1, last.offset);
    this.#insertBehind(last, member, line.trim() === '' ? `\n${line}` : ' ');
  }

  /**
   * Inserts an item into a list.
   *
   * @param at - Index among the existing items.
   * @param written - JSON source text.
   * @param comments - Comments of the item, as `commentsOf` returns them.
   */
  insertItem(pointer: string, at: number, written: string, comments: Comments = NO_COMMENTS): void {
    const list = this.node(pointer);
    if (list?.type === 'object') {
      const only = this.written(pointer);
      this.replaceWritten(pointer, at === 0 ? `[${written}, ${only}]` : `[${only}, ${written}]`);
    }
    if (list?.type !== 'array') return;
    const { children: items = [], offset } = list;
    const [next, last] = [items[at], items.at(-1)];
    const [above, behind] = [
      comments.above.map((one) => `${one}\n`),
      comments.behind.map((one) => ` ${one}\n`),
    ];
    const item = [...above, written].join('');
    if (next !== undefined) {
      const [first] = ownComments(this.#text, next).above;
      this.#insert(first?.from ?? next.offset, `${item},${behind.join('') || ' '}`);
    } else if (last === undefined) this.#insert(offset + 1, item + behind.join(''));
    else this.#insertBehind(last, item + behind.join(''), ' ');
  }

  /** The comments of the item at a pointer, as source text. */
  commentsOf(pointer: string): Comments {
    const node = this.node(pointer);
    if (node === undefined) return NO_COMMENTS;
    const { above, behind } = ownComments(this.#text, node);
    const written = ({ from, to }: Range): string => this.#text.slice(from, to);
    return { above: above.map(written), behind: behind.map(written) };
  }

  /** Inserts after the last member or item. The comments on its line stay with it. */
  #insertBehind(last: Node, written: string, space: string): void {
    const end = last.offset + last.length;
    const comment = ownComments(this.#text, last).behind.at(-1);
    if (comment === undefined) {
      this.#insert(end, `,${space}${written}`);
      return;
    }
    const isNext = this.#edits.has(end);
    if (!isNext) this.#insert(end, ',');
    this.#insert(comment.to, `${isNext ? ',' : ''}${space.startsWith('\n') ? space : '\n'}${written}`);
  }

  #insert(at: number, inserted: string): void {
    this.#edits.set(at, { length: 0, inserted: (this.#edits.get(at)?.inserted ?? '') + inserted });
  }

  /** Removes a member of a record or an item of a list, with its comma. */
  remove(pointer: string): void {
    const node = this.node(pointer);
    if (node?.parent !== undefined) this.#removed.add(node.parent.type === 'property' ? node.parent : node);
  }

  /** The source text of the value at a pointer. */
  written(pointer: string): string {
    const node = this.node(pointer);
    return node === undefined ? '' : this.#text.slice(node.offset, node.offset + node.length);
  }

  node(pointer: string): Node | undefined {
    return nodeAt(this.#root, pointer);
  }

  apply(): string {
    const removals = [...this.#removed].filter(
      (node) => ![...this.#removed].some((one) => one !== node && isInside(node, one)),
    );
    const isGone = (at: number): boolean =>
      removals.some(({ offset, length }) => at >= offset && at < offset + length);
    const changes = [...this.#edits].filter(([at]) => !isGone(at));
    const all = [
      ...changes.map(([at, { length, inserted }]) => ({ at, length, inserted })),
      ...removals
        .flatMap((node) => this.#removalOf(node))
        .map(({ from, to }) => ({ at: from, length: to - from, inserted: '' })),
    ];
    const after = all
      .sort((a, b) => b.at - a.at || a.length - b.length)
      .reduce((text, { at, length, inserted }) => splice(text, at, length, inserted), this.#text);
    return keepLineEnds(this.#text, after);
  }

  /**
   * What goes with a member or an item: its comments, and the comma after it, or the one before it if an earlier
   * sibling stays, so that removals never overlap.
   */
  #removalOf(node: Node): readonly Range[] {
    const siblings = node.parent?.children ?? [];
    const place = siblings.indexOf(node);
    const isAfterKept = siblings.slice(0, place).some((one) => !this.#removed.has(one));
    const [before, after] = [siblings[place - 1], siblings[place + 1]];
    const end = node.offset + node.length;
    const gap =
      isAfterKept && before !== undefined
        ? { from: before.offset + before.length, to: node.offset }
        : { from: end, to: after?.offset ?? end };
    const { above, behind } = ownComments(this.#text, node);
    const whole = { from: Math.min(gap.from, node.offset), to: Math.max(gap.to, end) };
    const others = [...above, ...behind].filter(({ from }) => from < whole.from || from >= whole.to);
    if (!hasComments(this.#text, gap)) return [whole, ...others];
    return [{ from: node.offset, to: end }, ...above, ...behind, ...commaIn(this.#text, gap)];
  }
}

function isInside(node: Node, around: Node): boolean {
  return node.offset >= around.offset && node.offset + node.length <= around.offset + around.length;
}
