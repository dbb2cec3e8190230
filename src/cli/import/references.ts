import { isJson, type Json, joinPointer, valueAt } from './source.ts';

export type Target = { readonly pointer: string } | { readonly problem: string };

/** Finds what references of one document lead to. */
export class References {
  readonly #root: unknown;
  readonly #anchors = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  constructor(root: unknown) {
    this.#root = root;
    this.#index(root, '');
  }

  /** A schema; undefined where the pointer leads nowhere. */
  schemaAt(pointer: string): Json | boolean | undefined {
    const value = valueAt(this.#root, pointer);
    return typeof value === 'boolean' || isJson(value) ? value : undefined;
  }

  /** Where a `$ref` leads: only inside its own document. */
  resolve(reference: unknown, at: string): Target {
    if (typeof reference !== 'string') return { problem: 'A reference is a text.' };
    const [address = '', fragment = ''] = reference.split('#', 2);
    const base = address === '' ? '' : this.#ids.get(withoutHash(address));
    if (base === undefined) return { problem: `"${address}" is another document.` };
    const name = decode(fragment);
    const pointer = name === '' || name.startsWith('/') ? base + name : this.#anchors.get(name);
    if (pointer === undefined || this.schemaAt(pointer) === undefined) {
      return { problem: `Nothing stands at "${reference}".` };
    }
    return pointer === at ? { problem: 'It leads to itself.' } : { pointer };
  }

  #index(value: unknown, pointer: string): void {
    if (Array.isArray(value)) {
      for (const [index, entry] of (value as readonly unknown[]).entries()) {
        this.#index(entry, joinPointer(pointer, index));
      }
    }
    if (!isJson(value)) return;
    const { $anchor, $id } = value;
    if (typeof $anchor === 'string') this.#anchors.set($anchor, pointer);
    if (typeof $id === 'string' && !this.#ids.has(withoutHash($id))) this.#ids.set(withoutHash($id), pointer);
    for (const [name, member] of Object.entries(value)) {
      if (name !== 'enum' && name !== 'const') this.#index(member, joinPointer(pointer, name));
    }
  }
}

function withoutHash(address: string): string {
  return address.replace(/#$/, '');
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
