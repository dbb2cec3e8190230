import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { offsetInString } from './places.ts';
import { splitPointer } from './pointer.ts';

/** Changes of one text, by its own offsets, made all at once; comments and spacing stay. */
export class TextEdits {
  readonly #text: string;
  readonly #root: Node | undefined;
  readonly #edits = new Map<number, { readonly length: number; readonly inserted: string }>();

  constructor(text: string) {
    this.#text = text;
    this.#root = parseTree(text, [], { allowTrailingComma: true });
  }

  /** Replaces some units of a string's value. */
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

  /** Replaces a value by JSON as it is to be written. */
  replaceWritten(pointer: string, written: string): void {
    const node = this.node(pointer);
    if (node !== undefined) this.#edits.set(node.offset, { length: node.length, inserted: written });
  }

  /** Gives a member another name. */
  renameMember(pointer: string, name: string): void {
    const key = this.node(pointer)?.parent?.children?.[0];
    if (key !== undefined)
      this.#edits.set(key.offset, { length: key.length, inserted: JSON.stringify(name) });
  }

  /** Puts a text in front of a member. */
  insertBefore(pointer: string, inserted: string): void {
    const member = this.node(pointer)?.parent;
    if (member !== undefined) this.#edits.set(member.offset, { length: 0, inserted });
  }

  /** The value at a pointer, as it is written. */
  written(pointer: string): string {
    const node = this.node(pointer);
    return node === undefined ? '' : this.#text.slice(node.offset, node.offset + node.length);
  }

  node(pointer: string): Node | undefined {
    let node = this.#root;
    for (const name of splitPointer(pointer)) {
      node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
    }
    return node;
  }

  apply(): string {
    return [...this.#edits]
      .sort(([a], [b]) => b - a)
      .reduce(
        (text, [at, { length, inserted }]) => text.slice(0, at) + inserted + text.slice(at + length),
        this.#text,
      );
  }
}
