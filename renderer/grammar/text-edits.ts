import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isActionsPlace } from './lone-actions.ts';
import { offsetInString } from './places.ts';
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
    const space = line.trim() === '' ? `\n${line}` : ' ';
    this.#insert(last.offset + last.length, `,${space}${member}`);
  }

  /**
   * Inserts an item into a list.
   *
   * @param at - Index among the existing items.
   * @param written - JSON source text.
   */
  insertItem(pointer: string, at: number, written: string): void {
    const list = this.node(pointer);
    if (list?.type === 'object') {
      const only = this.written(pointer);
      this.replaceWritten(pointer, at === 0 ? `[${written}, ${only}]` : `[${only}, ${written}]`);
    }
    if (list?.type !== 'array') return;
    const { children: items = [], offset } = list;
    const [next, last] = [items[at], items.at(-1)];
    if (next !== undefined) this.#insert(next.offset, `${written}, `);
    else if (last === undefined) this.#insert(offset + 1, written);
    else this.#insert(last.offset + last.length, `, ${written}`);
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
    const removals = [...this.#removed]
      .filter((node) => ![...this.#removed].some((one) => one !== node && isInside(node, one)))
      .map((node) => this.#removalOf(node));
    const isGone = (at: number): boolean =>
      removals.some(({ from, to, node }) => at >= from && at < to && at < node.offset + node.length);
    const changes = [...this.#edits].filter(([at]) => !isGone(at));
    const all = [
      ...changes.map(([at, { length, inserted }]) => ({ at, length, inserted })),
      ...removals.map(({ from, to }) => ({ at: from, length: to - from, inserted: '' })),
    ];
    return all
      .sort((a, b) => b.at - a.at || a.length - b.length)
      .reduce((text, { at, length, inserted }) => splice(text, at, length, inserted), this.#text);
  }

  /**
   * A removal takes the comma after it, or the one before it if an earlier sibling stays, so that removals
   * never overlap.
   */
  #removalOf(node: Node): { readonly from: number; readonly to: number; readonly node: Node } {
    const siblings = node.parent?.children ?? [];
    const place = siblings.indexOf(node);
    const kept = siblings.slice(0, place).some((one) => !this.#removed.has(one));
    const before = siblings[place - 1];
    const after = siblings[place + 1];
    if (kept && before !== undefined)
      return { from: before.offset + before.length, to: node.offset + node.length, node };
    return { from: node.offset, to: after?.offset ?? node.offset + node.length, node };
  }
}

function isInside(node: Node, around: Node): boolean {
  return node.offset >= around.offset && node.offset + node.length <= around.offset + around.length;
}
