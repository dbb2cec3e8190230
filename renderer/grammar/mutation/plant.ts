import { splitTemplate } from '../expression/template.ts';
import { isJson, type Json } from '../json.ts';
import type { ParsedDocument } from '../parse.ts';
import { joinPointer, textsIn } from '../pointer.ts';
import type { Project } from '../project.ts';
import { type PropertyShape, type PropertyShapes, shapes } from '../shapes.generated.ts';
import { TextEdits } from '../text-edits.ts';
import type { TypeContext } from '../type.ts';
import type { Reading, WorldDocument } from '../world.ts';
import { faultsInExpression, faultsInTemplate, type TextFault } from './expression-faults.ts';
import type { FaultKind } from './kinds.ts';
import { nearestEndpoint, otherMethod, otherScreen } from './neighbours.ts';

/** A fault that can be inserted into one document. */
export interface Fault {
  readonly kind: FaultKind;
  readonly file: string;
  /** JSON Pointer of the changed value. */
  readonly pointer: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** Old and new value: `== → !=`. Together with kind, file and pointer it identifies the fault. */
  readonly change: string;
  /** Returns the document with the fault; all other text is unchanged. */
  apply(): string;
}

/**
 * All faults that can be inserted into a screen, a part or a contract, in document order. The same project gives the same
 * faults.
 *
 * @param readings - What `analyzeProject` read.
 * @param file - Path of the document; it must have no errors.
 */
export function plantFaults(project: Project, readings: readonly Reading[], file: string): readonly Fault[] {
  const { screens, parts, contracts } = project.world;
  const contract = contracts.documents().find((one) => one?.file === file);
  if (contract !== undefined && isJson(contract.value)) return plantInContract(contract, contract.value);
  const found = [...screens.values(), ...parts.values()].find((one) => one.file === file);
  if (found?.document === undefined || found.value === undefined) return [];
  return new Planter(project, readings, found, found.document).plant(found.value);
}

/** The call and its replies. What a reply contains is compared with fixtures, not with a running service. */
function plantInContract(document: ParsedDocument, raw: Json): readonly Fault[] {
  const { file, text } = document;
  const fault = (
    kind: FaultKind,
    pointer: string,
    change: string,
    edit: (edits: TextEdits) => void,
  ): Fault => {
    const { line, column } = document.place(pointer);
    const apply = (): string => {
      const edits = new TextEdits(text);
      edit(edits);
      return edits.apply();
    };
    return { kind, file, pointer, line, column, change, apply };
  };
  const replace = (name: string, to: string): Fault => {
    const change = `${JSON.stringify(raw[name])} → ${JSON.stringify(to)}`;
    const written = JSON.stringify(to);
    return fault('change-call', `/${name}`, change, (edits) => edits.replaceWritten(`/${name}`, written));
  };
  const drop = (kind: FaultKind, member: string): readonly Fault[] => {
    const entries = raw[member];
    return Object.entries(isJson(entries) ? entries : {}).flatMap(([name, entry]) => {
      // A status that is read like every other success can be left out.
      if (entry === raw['reply']) return [];
      const pointer = joinPointer(`/${member}`, name);
      return fault(kind, pointer, `no ${name}`, (edits) => edits.remove(pointer));
    });
  };
  const { method, path } = raw;
  return [
    ...(typeof method === 'string' ? [replace('method', OTHER_METHOD[method] ?? 'GET')] : []),
    ...(typeof path === 'string' ? [replace('path', `${path}~`)] : []),
    ...drop('change-call', 'headers'),
    ...drop('drop-reply', 'replies'),
  ];
}

const OTHER_METHOD: { readonly [method: string]: string } = {
  GET: 'POST',
  POST: 'PUT',
  PUT: 'PATCH',
  PATCH: 'PUT',
  DELETE: 'PUT',
};

const CONDITIONS: ReadonlySet<string> = new Set([
  'visibleWhen',
  'enabledWhen',
  'when',
  'done',
  'check',
  'until',
]);
/** Members that identify or describe, or that must stay consistent with others. */
const UNTOUCHED: ReadonlySet<string> = new Set([
  ...['$schema', 'grammar', 'id', 'type', 'do', 'rule', 'as', 'at', 'each', 'key', 'name', 'description'],
  ...['routes', 'anchors', 'state', 'timers', 'part', 'slot', 'demo', 'public', 'intent', 'bind'],
]);
const WORDS: ReadonlySet<string | undefined> = new Set(['text', 'plain', 'display', 'any', 'record']);

const NAMED = /^\/(?:values|lists)\/[^/]+$/;
/** Members that data may do without; they have no table of properties. */
const OF_PAGES = /^\/data\/[^/]+\/pages\/(?:key|size)$/;
const DECLARATIONS = /^\/(?:params|paramSets\/[^/]+|lists\/[^/]+\/inputs)$/;

class Planter {
  readonly #project: Project;
  readonly #document: ParsedDocument;
  readonly #raw: Json;
  /** To read the text at a pointer. */
  readonly #texts: TextEdits;
  readonly #faults: Fault[] = [];
  /** The scope of each text that is read. */
  readonly #scopes = new Map<string, { readonly scope: TypeContext; readonly isExpression: boolean }>();

  constructor(
    project: Project,
    readings: readonly Reading[],
    { value = {} }: WorldDocument,
    document: ParsedDocument,
  ) {
    this.#project = project;
    this.#document = document;
    this.#raw = value;
    this.#texts = new TextEdits(document.text);
    for (const { document: of, pointer, raw, isValue, scope } of readings) {
      if (of.file !== document.file) continue;
      for (const [at] of textsIn(raw, pointer)) {
        const isExpression = !isValue || /\/(?:when|each|key)$/.test(at.slice(pointer.length));
        this.#scopes.set(at, { scope, isExpression });
      }
    }
  }

  plant(raw: Json): readonly Fault[] {
    this.#record(raw, '', undefined);
    return this.#faults;
  }

  #add(kind: FaultKind, pointer: string, change: string, edit: (edits: TextEdits) => void): void {
    const { line, column } = this.#document.place(pointer);
    const { file, text } = this.#document;
    const apply = (): string => {
      const edits = new TextEdits(text);
      edit(edits);
      return edits.apply();
    };
    this.#faults.push({ kind, file, pointer, line, column, change, apply });
  }

  #drop(kind: FaultKind, pointer: string, what: string): void {
    this.#add(kind, pointer, `no ${what}`, (edits) => edits.remove(pointer));
  }

  #replace(kind: FaultKind, pointer: string, from: unknown, to: unknown): void {
    const written = JSON.stringify(to);
    this.#add(kind, pointer, `${JSON.stringify(from)} → ${written}`, (edits) =>
      edits.replaceWritten(pointer, written),
    );
  }

  #swap(kind: FaultKind, a: string, b: string, what: string): void {
    // For example two entries of `choose` with the same value.
    if (this.#texts.written(a) === this.#texts.written(b)) return;
    this.#add(kind, a, what, (edits) => {
      const [first, second] = [edits.written(a), edits.written(b)];
      edits.replaceWritten(a, second);
      edits.replaceWritten(b, first);
    });
  }

  #record(raw: Json, pointer: string, shape: PropertyShapes | undefined): void {
    for (const [name, value] of Object.entries(raw)) {
      if (OF_PAGES.test(joinPointer(pointer, name)))
        this.#drop('drop-property', joinPointer(pointer, name), name);
      if (UNTOUCHED.has(name) || name.startsWith('x-')) {
        if (name === 'each') this.#text(String(value), joinPointer(pointer, name));
        continue;
      }
      this.#member(raw, name, value, joinPointer(pointer, name), shape?.[name]);
    }
  }

  #member(
    raw: Json,
    name: string,
    value: unknown,
    pointer: string,
    property: PropertyShape | undefined,
  ): void {
    // `check` of a form is a word.
    if (CONDITIONS.has(name) && typeof value === 'string' && property?.words === undefined) {
      this.#replace('negate-condition', pointer, value, `!(${value})`);
      if (property?.required !== true && name !== 'check') this.#drop('drop-condition', pointer, name);
      this.#text(value, pointer);
      return;
    }
    if (name === 'endpoint' || name === 'ask' || name === 'upload' || name === 'lookup') {
      const other = nearestEndpoint(this.#project.world, String(value));
      if (other !== undefined) this.#replace('change-endpoint', pointer, value, other);
      return;
    }
    // The name that a part gives to the form around it. Another name would be the same, so it is left out.
    if (pointer === '/form') {
      this.#drop('drop-property', pointer, name);
      return;
    }
    const target = this.#otherTarget(raw, name, value);
    if (target !== undefined) {
      this.#replace('change-target', pointer, value, target);
      return;
    }
    if (name === 'catch') this.#drop('drop-catch', pointer, name);
    else if (name === 'critical') {
      this.#drop('change-critical', pointer, name);
      if (isJson(value) && value['per'] !== undefined) this.#drop('change-critical', `${pointer}/per`, 'per');
    } else if (
      property?.required === false &&
      property.slot !== 'nodes' &&
      property.slot !== 'slots' &&
      property.slot !== 'elements' &&
      name !== 'per'
    )
      this.#drop('drop-property', pointer, name);
    this.#value(value, pointer, property);
  }

  #otherTarget(raw: Json, name: string, value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined;
    const does = raw['do'];
    if (does === 'go' && name === 'to') return otherScreen(this.#project.world, value);
    if (does === 'run' && name === 'list') {
      const { lists } = this.#raw;
      const shared = this.#project.world.app?.lists.keys() ?? [];
      return [...Object.keys(isJson(lists) ? lists : {}), ...shared].find((one) => one !== value);
    }
    if (does === 'native' && name === 'method') return otherMethod(this.#project.world, value);
    if ((does === 'open' || does === 'close') && name === 'overlay') {
      const { overlays } = this.#raw;
      return Object.keys(isJson(overlays) ? overlays : {}).find((one) => one !== value);
    }
    return undefined;
  }

  #value(value: unknown, pointer: string, property: PropertyShape | undefined): void {
    if (Array.isArray(value)) {
      this.#list(value, pointer, property);
      return;
    }
    if (isJson(value)) {
      this.#inner(value, pointer, property);
      return;
    }
    if (typeof value === 'boolean') this.#replace('change-boolean', pointer, value, !value);
    else if (typeof value === 'number') this.#replace('change-number', pointer, value, value + 1);
    else if (typeof value === 'string') {
      const { words } = property ?? {};
      if (words?.includes(value) === true) {
        const other = words[(words.indexOf(value) + 1) % words.length];
        if (other !== value) this.#replace('change-word', pointer, value, other);
      } else if (this.#scopes.get(pointer)?.isExpression === true) this.#text(value, pointer);
      else {
        const hasWords = splitTemplate(value).parts.some(({ kind }) => kind === 'words');
        if (hasWords && (property === undefined || WORDS.has(property.slot)))
          this.#replace('change-text', pointer, value, `~${value}`);
        this.#text(value, pointer);
      }
    }
  }

  #inner(value: Json, pointer: string, property: PropertyShape | undefined): void {
    if (Array.isArray(value['choose'])) {
      this.#branches(value['choose'], `${pointer}/choose`, property);
      return;
    }
    if (property?.slot === 'critical') {
      this.#record(value, pointer, shapes.records['critical']?.properties);
      return;
    }
    if (property?.literal === 'object') {
      this.#record(value, pointer, undefined);
      return;
    }
    if (property?.slot === 'slots') {
      this.#slots(value, pointer);
      return;
    }
    const [, around = ''] = /\/([^/]+)$/.exec(pointer) ?? [];
    const isPassed = property?.slot === 'record' || around === 'with' || around === 'per';
    for (const [name, member] of Object.entries(value)) {
      const at = joinPointer(pointer, name);
      // Declarations of parameters, state and timers have no table of properties.
      const inner = pointer === '/data' ? shapes.records['data']?.properties : undefined;
      if (isPassed) {
        this.#drop('drop-input', at, name);
        this.#value(member, at, { slot: 'record', required: false });
      } else if (DECLARATIONS.test(pointer)) this.#declaration(member, at);
      else if (pointer === '/overlays' && isJson(member)) {
        this.#record(member, at, shapes.overlays[String(member['type'])]?.properties);
      } else if (inner !== undefined && isJson(member)) this.#record(member, at, inner);
      else if (UNTOUCHED.has(name) || name.startsWith('x-')) continue;
      // The page never shows the title of a named value or list.
      else if (name === 'title' && NAMED.test(pointer)) continue;
      else this.#value(member, at, undefined);
    }
  }

  /** What a use puts into the slots of a part. */
  #slots(slots: Json, pointer: string): void {
    for (const [name, nodes] of Object.entries(slots)) {
      const at = joinPointer(pointer, name);
      this.#drop('drop-node', at, name);
      this.#value(nodes, at, { slot: 'nodes', required: false });
    }
  }

  /** Faults of a parameter: whether it is required, and its default. */
  #declaration(raw: unknown, pointer: string): void {
    if (!isJson(raw)) return;
    for (const name of ['required', 'carried', 'default']) {
      const value = raw[name];
      if (typeof value === 'boolean') this.#replace('change-boolean', `${pointer}/${name}`, value, !value);
      else if (value !== undefined) this.#drop('drop-property', `${pointer}/${name}`, name);
    }
  }

  #list(list: readonly unknown[], pointer: string, property: PropertyShape | undefined): void {
    const [, name = ''] = /\/([^/]+)$/.exec(pointer) ?? [];
    list.forEach((item: unknown, index) => {
      const at = joinPointer(pointer, index);
      const next = index + 1 < list.length ? joinPointer(pointer, index + 1) : undefined;
      if (!isJson(item)) {
        this.#value(item, at, property);
        return;
      }
      if (typeof item['do'] === 'string') {
        this.#drop('drop-action', at, item['do']);
        if (next !== undefined) this.#swap('swap-actions', at, next, `${item['do']} after the next`);
        this.#record(item, at, shapes.actions[item['do']]?.properties);
      } else if (Array.isArray(item['run'])) this.#case(list, item, index, pointer);
      else if (name === 'rules') {
        this.#drop('drop-rule', at, String(item['rule']));
        this.#record(item, at, shapes.elements['rule']?.properties);
      } else if (property?.slot === 'elements') {
        this.#drop('drop-element', at, 'entry');
        this.#record(item, at, shapes.elements[property.element ?? '']?.properties);
      } else if (typeof item['type'] === 'string') {
        this.#drop('drop-node', at, item['type']);
        if (next !== undefined) this.#swap('swap-nodes', at, next, `${item['type']} after the next`);
        this.#record(item, at, shapes.widgets[item['type']]?.properties);
      } else this.#record(item, at, undefined);
    });
  }

  #case(cases: readonly unknown[], one: Json, index: number, pointer: string): void {
    const at = joinPointer(pointer, index);
    if (cases.length > 1) this.#drop('drop-branch', at, 'case');
    if (index + 1 < cases.length)
      this.#swap('swap-branches', `${at}/run`, `${joinPointer(pointer, index + 1)}/run`, 'run of the next');
    this.#record(one, at, shapes.records['case']?.properties);
  }

  #branches(entries: readonly unknown[], pointer: string, property: PropertyShape | undefined): void {
    const valueOf = (index: number): string => {
      const entry = entries[index];
      const at = joinPointer(pointer, index);
      return isJson(entry) && entry['value'] !== undefined ? `${at}/value` : at;
    };
    entries.forEach((entry: unknown, index) => {
      const at = joinPointer(pointer, index);
      if (entries.length > 1) this.#drop('drop-branch', at, 'entry');
      if (index + 1 < entries.length)
        this.#swap('swap-branches', valueOf(index), valueOf(index + 1), 'value of the next');
      if (isJson(entry)) {
        if (typeof entry['when'] === 'string')
          this.#member(entry, 'when', entry['when'], `${at}/when`, undefined);
        this.#value(entry['value'], `${at}/value`, property);
      } else this.#value(entry, at, property);
    });
  }

  /** Faults in an expression, or in the expressions of a text. */
  #text(text: string, pointer: string): void {
    const known = this.#scopes.get(pointer);
    if (known === undefined) return;
    const faults = known.isExpression
      ? faultsInExpression(text, known.scope)
      : faultsInTemplate(text, known.scope);
    for (const fault of faults) this.#inText(text, pointer, fault);
  }

  #inText(text: string, pointer: string, { kind, at, length, inserted }: TextFault): void {
    const change = `${text.slice(at, at + length)} → ${inserted}, at ${at}`;
    this.#add(kind, pointer, change, (edits) => edits.replaceIn(pointer, at, length, inserted));
  }
}
