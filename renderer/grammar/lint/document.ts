import type { Expression } from '../../plan/expression.ts';
import type { Problem } from '../../plan/problem.ts';
import type { ProblemCode } from '../codes.ts';
import { isJson, type Json } from '../json.ts';
import type { ParsedDocument } from '../parse.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import { shapes } from '../shapes.generated.ts';
import type { Reading } from '../world.ts';

/** A raw node with its ancestors. */
export interface WrittenNode {
  readonly raw: Json;
  readonly type: string;
  readonly pointer: string;
  /** From the outermost to its parent; includes the overlay around it. */
  readonly ancestors: readonly WrittenNode[];
  /** Nodes of one surface are visible together: `''` is the screen, otherwise the pointer of the overlay. */
  readonly surface: string;
}

export interface WrittenAction {
  readonly raw: Json;
  readonly name: string;
  readonly pointer: string;
  /** Pointers of the `when` of all cases around it. */
  readonly cases: readonly string[];
  /** The node whose list it is in; undefined for lists of the screen, its data and app.json, and for named lists. */
  readonly owner: WrittenNode | undefined;
}

export type DocumentKind = 'screen' | 'part' | 'app';

/** A screen, a part or app.json without errors, prepared for lint rules. */
export class WrittenDocument {
  readonly document: ParsedDocument;
  readonly raw: Json;
  readonly kind: DocumentKind;
  readonly nodes: readonly WrittenNode[];
  readonly overlays: readonly WrittenNode[];
  readonly actions: readonly WrittenAction[];
  readonly readings: readonly Reading[];
  readonly problems: Problem[] = [];
  readonly #lowered = new Map<string, Expression>();

  constructor(document: ParsedDocument, raw: Json, kind: DocumentKind, readings: readonly Reading[]) {
    this.document = document;
    this.raw = raw;
    this.kind = kind;
    this.readings = readings;
    for (const { pointer, typed } of readings) {
      if (typed !== undefined) this.#lowered.set(pointer, typed.lowered);
    }
    const found = new Walk(raw, kind);
    this.nodes = found.nodes;
    this.overlays = found.overlays;
    this.actions = found.actions;
  }

  /** The lowered expression or value at a pointer; undefined if there is none. */
  lowered(pointer: string): Expression | undefined {
    return this.#lowered.get(pointer);
  }

  /** The conditions of a node's visibility: its own and those of its ancestors. */
  conditions({ pointer, ancestors }: WrittenNode): Expression[] {
    return [...ancestors.map((one) => one.pointer), pointer]
      .map((at) => this.#lowered.get(`${at}/visibleWhen`))
      .filter((condition) => condition !== undefined);
  }

  /**
   * @param help A way to solve the problem.
   */
  report(
    code: ProblemCode,
    pointer: string,
    message: string,
    part: 'key' | 'value' = 'value',
    help?: string,
  ): void {
    this.problems.push(problemAt(this.document.place(pointer, part), code, message, help));
  }
}

class Walk {
  readonly nodes: WrittenNode[] = [];
  readonly overlays: WrittenNode[] = [];
  readonly actions: WrittenAction[] = [];

  constructor(raw: Json, kind: DocumentKind) {
    if (kind === 'app') this.#application(raw);
    else this.#page(raw);
  }

  #application(raw: Json): void {
    this.#events(raw['failures'], '/failures', undefined);
    for (const [method, { fallback }] of members(raw['bridge'])) {
      this.#actions(fallback, `${joinPointer('/bridge', method)}/fallback`, [], undefined);
    }
    if (isJson(raw['help'])) this.#actions(raw['help']['run'], '/help/run', [], undefined);
    this.#actions(raw['exit'], '/exit', [], undefined);
    this.#lists(raw);
  }

  #lists(raw: Json): void {
    for (const [name, list] of members(raw['lists'])) {
      this.#actions(list['run'], `${joinPointer('/lists', name)}/run`, [], undefined);
    }
  }

  #page(raw: Json): void {
    for (const slot of ['body', 'bar']) this.#list(raw[slot], `/${slot}`, [], '');
    for (const [id, overlay] of members(raw['overlays'])) {
      const pointer = joinPointer('/overlays', id);
      const node: WrittenNode = {
        raw: overlay,
        type: String(overlay['type']),
        pointer,
        ancestors: [],
        surface: pointer,
      };
      this.overlays.push(node);
      this.#events(overlay['on'], `${pointer}/on`, node);
      for (const slot of ['body', 'bar']) this.#list(overlay[slot], `${pointer}/${slot}`, [node], pointer);
    }
    this.#events(raw['on'], '/on', undefined);
    for (const [name, resource] of members(raw['data'])) {
      this.#events(resource['on'], `${joinPointer('/data', name)}/on`, undefined);
    }
    this.#lists(raw);
  }

  #list(raw: unknown, pointer: string, ancestors: readonly WrittenNode[], surface: string): void {
    if (!Array.isArray(raw)) return;
    raw.forEach((node: unknown, index) => {
      if (isJson(node)) this.#node(node, joinPointer(pointer, index), ancestors, surface);
    });
  }

  #node(raw: Json, pointer: string, ancestors: readonly WrittenNode[], surface: string): void {
    const type = String(raw['type']);
    const node: WrittenNode = { raw, type, pointer, ancestors, surface };
    this.nodes.push(node);
    const shape = Object.hasOwn(shapes.widgets, type) ? shapes.widgets[type] : undefined;
    for (const [name, { slot }] of Object.entries(shape?.properties ?? {})) {
      if (slot === 'nodes') this.#list(raw[name], `${pointer}/${name}`, [...ancestors, node], surface);
      if (slot !== 'slots' || !isJson(raw[name])) continue;
      for (const [filled, list] of Object.entries(raw[name]))
        this.#list(list, joinPointer(`${pointer}/${name}`, filled), [...ancestors, node], surface);
    }
    this.#events(raw['on'], `${pointer}/on`, node);
    this.#events(raw['links'], `${pointer}/links`, node);
  }

  #events(raw: unknown, pointer: string, owner: WrittenNode | undefined): void {
    if (!isJson(raw)) return;
    for (const [event, list] of Object.entries(raw))
      this.#actions(list, joinPointer(pointer, event), [], owner);
  }

  #actions(raw: unknown, pointer: string, cases: readonly string[], owner: WrittenNode | undefined): void {
    if (!Array.isArray(raw)) return;
    raw.forEach((action: unknown, index) => {
      if (!isJson(action)) return;
      const at = joinPointer(pointer, index);
      this.actions.push({ raw: action, name: String(action['do']), pointer: at, cases, owner });
      for (const name of ['cases', 'catch']) {
        const list = action[name];
        if (!Array.isArray(list)) continue;
        list.forEach((one: unknown, place) => {
          const of = joinPointer(`${at}/${name}`, place);
          if (isJson(one)) this.#actions(one['run'], `${of}/run`, [...cases, `${of}/when`], owner);
        });
      }
    });
  }
}

/** The records in a record. */
function members(raw: unknown): [string, Json][] {
  return Object.entries(isJson(raw) ? raw : {}).filter((entry): entry is [string, Json] => isJson(entry[1]));
}
