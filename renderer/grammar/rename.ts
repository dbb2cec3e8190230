import { NESTS } from '../plan/nests.ts';
import { type IsHolder, membersInTemplate, placesOfMember } from './expression/member-places.ts';
import { type NamePlace, placesInTemplate, placesOfPath } from './expression/path-places.ts';
import { messageKey } from './expression/message-key.ts';
import { entriesOf } from './compile/catalogue.ts';
import { formAround } from './compile/part-form.ts';
import { inFlow, ownerOf } from './flow/names.ts';
import { isJson } from './json.ts';
import { formatDocument } from './format.ts';
import { WrittenDocument, type WrittenNode } from './lint/document.ts';
import { type EndpointRenaming, type EndpointTools, renameEndpointMember } from './rename-endpoint.ts';
import { joinPointer, textsIn, valueAt } from './pointer.ts';
import { analyzeProject, isBareExpression } from './project.ts';
import { TextEdits } from './text-edits.ts';
import type { Reading, SourceFile, World, WorldDocument } from './world.ts';

/** What to rename. A state and a field belong to one document. */
export type Renaming =
  | { readonly kind: 'screen' | 'part'; readonly from: string; readonly to: string }
  | { readonly kind: 'state'; readonly file: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'field';
      readonly file: string;
      readonly form: string;
      /** Names of the groups and repeating groups around the field, the outermost first. */
      readonly groups: readonly string[];
      readonly from: string;
      readonly to: string;
    }
  | EndpointRenaming
  | {
      /** Any other name, by every place that has it. */
      readonly kind: 'name';
      readonly from: string;
      readonly to: string;
      readonly uses: readonly NameUse[];
      /** For a name that addresses have, too: its declaration, which keeps it there as `wire`. */
      readonly inAddresses?: { readonly file: string; readonly pointer: string };
    };

/** A place that has a name: a member's name, or a text or a part of one. */
export interface NameUse {
  readonly file: string;
  readonly pointer: string;
  readonly part: 'key' | 'value';
  /** Range in the text, in UTF-16 units; absent: all of it. */
  readonly at?: number;
  readonly length?: number;
}

export interface Renamed {
  /** All files of the project after the change. */
  readonly files: readonly SourceFile[];
  /** Files with a new path, from → to. */
  readonly moved: ReadonlyMap<string, string>;
}

/**
 * Renames something wherever definitions mention it: in declarations, in paths of expressions, and in
 * placeholders of texts and their translations. All other text stays unchanged.
 *
 * @returns An error message if it is not possible; then nothing is changed.
 */
export function renameInProject(files: readonly SourceFile[], renaming: Renaming): Renamed | string {
  const readings: Reading[] = [];
  const { world, problems } = analyzeProject(files, readings);
  if (problems.some(({ severity }) => severity === 'error'))
    return 'The project has errors. Correct them before you rename.';
  const project = new RenamedProject(files, world, readings);
  const fault = project.rename(renaming);
  if (fault !== undefined) return fault;
  const renamed = project.finish();
  // The new name may be taken or invalid; the error that it causes is the best reason.
  const [error] = analyzeProject(renamed.files).problems.filter(({ severity }) => severity === 'error');
  return error === undefined ? renamed : `"${renaming.to}" cannot be the name: ${error.message}`;
}

/**
 * The name by which `flows` of app.json refers to the renamed thing, if the thing is called `name`. Undefined
 * for states and requests.
 */
function nameInFlows(renaming: Renaming, name: string): string | undefined {
  switch (renaming.kind) {
    case 'screen':
      return name;
    case 'part':
      return `parts/${name}`;
    case 'field':
      return [ownerOf(renaming.file), 'form', renaming.form, ...renaming.groups, name].join('.');
    case 'reply':
      // `to` is only the last name of the path.
      return `${renaming.endpoint}#${renaming.from.replace(LAST_NAME, LAST_NAME.exec(name)?.[0] ?? name)}`;
    case 'state':
    case 'request':
    case 'name':
      return undefined;
  }
}

/** `title` of `books[].title`. */
const LAST_NAME = /[^.[\]]+$/;

class RenamedProject {
  readonly #files: readonly SourceFile[];
  readonly #world: World;
  readonly #readings: readonly Reading[];
  readonly #edits = new Map<string, TextEdits>();
  readonly #moved = new Map<string, string>();
  /** Old source of a text → new source and placeholder names. */
  readonly #texts = new Map<string, { readonly key: string; readonly names: ReadonlyMap<string, string> }>();

  constructor(files: readonly SourceFile[], world: World, readings: readonly Reading[]) {
    this.#files = files;
    this.#world = world;
    this.#readings = readings;
  }

  rename(renaming: Renaming): string | undefined {
    this.#renameInFlows(renaming);
    return this.#renameEverywhere(renaming);
  }

  #renameEverywhere(renaming: Renaming): string | undefined {
    switch (renaming.kind) {
      case 'state':
        return this.#renameState(renaming);
      case 'field':
        return this.#renameField(renaming);
      case 'reply':
      case 'request':
        return renameEndpointMember(this.#endpointTools(), renaming);
      case 'name':
        return this.#renameUsesOf(renaming);
      default:
        return this.#renameDocument(renaming);
    }
  }

  finish(): Renamed {
    this.#renameTexts();
    const files = this.#files.map((file) => {
      const path = this.#moved.get(file.path) ?? file.path;
      const edits = this.#edits.get(file.path);
      if (edits === undefined) return { path, text: file.text };
      // A formatted file stays formatted.
      const isFormatted = formatDocument(file) === file.text;
      const text = edits.apply();
      return { path, text: isFormatted ? formatDocument({ path, text }) : text };
    });
    return { files, moved: this.#moved };
  }

  #renameState({ file, from, to }: Renaming & { kind: 'state' }): string | undefined {
    const { value } = this.#document(file) ?? {};
    const { state } = value ?? {};
    if (!isJson(state) || !Object.hasOwn(state, from)) return `${file} has no state "${from}".`;
    this.#edit(file).renameMember(joinPointer('/state', from), to);
    this.#renamePath(file, ['state', from], to);
    return undefined;
  }

  #renameField({ file, form, groups, from, to }: Renaming & { kind: 'field' }): string | undefined {
    const found = this.#document(file);
    if (found?.document === undefined || found.value === undefined) return `There is no ${file}.`;
    const written = new WrittenDocument(found.document, found.value, 'screen', []);
    const around = formAround(found.value);
    const inputs = written.nodes.filter((node) => isFieldOf(node, form, [...groups, from], around));
    if (inputs.length === 0)
      return `No field "${[...groups, from].join('.')}" is in the form "${form}" of ${file} itself.`;
    for (const { pointer } of inputs) this.#edit(file).replaceText(`${pointer}/name`, to);
    for (const { name, raw, pointer } of written.actions) {
      if (name !== 'validate' || raw['form'] !== form || !Array.isArray(raw['fields'])) continue;
      raw['fields'].forEach((field: unknown, index) => {
        if (groups.length === 0 && field === from)
          this.#edit(file).replaceText(`${pointer}/fields/${index}`, to);
      });
    }
    if (groups.length === 0) {
      this.#renamePath(file, ['form', form, from], to);
      this.#renamePath(file, ['form', form, 'changes', from], to);
      if (form === around) this.#renameInUses(file, from, to);
      return undefined;
    }
    const groupsAround = inputs.map(
      ({ ancestors }) => ancestors.filter(({ type }) => NESTS.has(type)).at(-1)?.raw,
    );
    this.#renameMembers(from, to, ({ group }) =>
      groupsAround.some((raw) => raw !== undefined && raw === group),
    );
    return undefined;
  }

  #renameDocument({ kind, from, to }: Renaming & { kind: 'screen' | 'part' }): string | undefined {
    const of = kind === 'screen' ? this.#world.screens : this.#world.parts;
    const own = of.get(from);
    if (own === undefined) return `There is no ${kind} "${from}".`;
    if (of.has(to)) return `There is already a ${kind} "${to}".`;
    this.#edit(own.file).replaceText('/id', to);
    this.#moved.set(own.file, `${own.file.slice(0, own.file.lastIndexOf('/'))}/${to}.${kind}.json`);
    for (const { file, value } of this.#documents()) this.#renameUses(file, value, '', kind, from, to);
    if (kind === 'screen') this.#renameInApp(from, to);
    return undefined;
  }

  #renameUsesOf({ from, to, uses, inAddresses }: Renaming & { kind: 'name' }): undefined {
    for (const { file, pointer, part, at, length = 0 } of uses) {
      const edit = this.#edit(file);
      if (part === 'key') edit.renameMember(pointer, to);
      else if (at === undefined) edit.replaceText(pointer, to);
      else edit.replaceIn(pointer, at, length, to);
    }
    if (inAddresses !== undefined) {
      const { file, pointer } = inAddresses;
      const declaration = valueAt(this.#document(file)?.value, pointer);
      if (isJson(declaration) && declaration['wire'] === undefined)
        this.#edit(file).addMember(pointer, 'wire', JSON.stringify(from));
    }
    for (const reading of this.#readings) {
      for (const [pointer, text] of textsIn(reading.raw, reading.pointer)) {
        const places = uses.flatMap(({ file, pointer: of, at, length = 0 }) =>
          at !== undefined && of === pointer && file === reading.document.file ? [{ at, length }] : [],
        );
        if (places.length > 0 && !isBareExpression(reading, pointer)) this.#noteText(text, places, to);
      }
    }
    return undefined;
  }

  /** Renames a field of a part in the forms that use the part. */
  #renameInUses(file: string, from: string, to: string): void {
    const { screens, parts } = this.#world;
    const part = [...parts.values()].find((one) => one.file === file)?.name;
    for (const { file: used, document, value } of [...screens.values(), ...parts.values()]) {
      if (document === undefined || value === undefined) continue;
      const written = new WrittenDocument(document, value, 'screen', []);
      for (const { raw, ancestors, pointer } of written.nodes) {
        if (raw['type'] !== 'part' || raw['part'] !== part) continue;
        const own = ancestors.filter(({ type }) => type === 'form').at(-1)?.raw['id'];
        const around = pointer.startsWith('/body/') ? formAround(value) : undefined;
        const form = typeof own === 'string' ? own : around;
        if (form === undefined) continue;
        this.#renamePath(used, ['form', form, from], to);
        this.#renamePath(used, ['form', form, 'changes', from], to);
        if (form === around) this.#renameInUses(used, from, to);
      }
    }
  }

  /** Renames a screen in `special` and `review.alone`. */
  #renameInApp(from: string, to: string): void {
    const { app } = this.#world;
    if (app?.value === undefined) return;
    const { special, review } = app.value;
    const edit = this.#edit(app.file);
    for (const [name, id] of Object.entries(isJson(special) ? special : {})) {
      if (id === from) edit.replaceText(joinPointer('/special', name), to);
    }
    const alone = isJson(review) ? review['alone'] : undefined;
    if (isJson(alone) && Object.hasOwn(alone, from))
      edit.renameMember(joinPointer('/review/alone', from), to);
  }

  /** Renames in exceptions of the flow check. */
  #renameInFlows(renaming: Renaming): void {
    const { app } = this.#world;
    const flows: unknown = app?.value?.['flows'];
    const [from, to] = [nameInFlows(renaming, renaming.from), nameInFlows(renaming, renaming.to)];
    if (app === undefined || !Array.isArray(flows) || from === undefined) return;
    const name = inFlow(from);
    for (const [index, flow] of flows.entries()) {
      for (const member of ['from', 'to']) {
        const text: unknown = isJson(flow) ? flow[member] : undefined;
        if (typeof text !== 'string' || !name.test(text)) continue;
        this.#edit(app.file).replaceText(`/flows/${index}/${member}`, text.replace(name, `$1${to}`));
      }
    }
  }

  #renameUses(file: string, value: unknown, pointer: string, kind: string, from: string, to: string): void {
    if (typeof value !== 'object' || value === null) return;
    const [tag, tagged, member] = kind === 'screen' ? ['do', 'go', 'to'] : ['type', 'part', 'part'];
    if (isJson(value) && value[tag] === tagged && value[member] === from)
      this.#edit(file).replaceText(`${pointer}/${member}`, to);
    for (const [name, inner] of Object.entries(value))
      this.#renameUses(file, inner, joinPointer(pointer, name), kind, from, to);
  }

  #endpointTools(): EndpointTools {
    const { app, screens, parts, contracts } = this.#world;
    const known = contracts.names().flatMap((name) => contracts.get(name) ?? []);
    const documents = [...(app === undefined ? [] : [app]), ...screens.values(), ...parts.values()];
    return {
      contracts: known,
      documents: [
        ...documents.flatMap(({ file, value }) => (value === undefined ? [] : [{ file, value }])),
        ...known.map(({ document, raw }) => ({ file: document.file, value: raw })),
      ],
      edit: (file) => this.#edit(file),
      renamePath: (file, path, to) => this.#renamePath(file, path, to),
      renameMembers: (name, to, isHolder) => this.#renameMembers(name, to, isHolder),
    };
  }

  /** Renames a path in every expression of a document. */
  #renamePath(file: string, path: readonly string[], to: string): void {
    this.#renamePlaces(to, ({ document }, text, isExpression) => {
      if (document.file !== file) return [];
      return isExpression ? placesOfPath(text, path) : placesInTemplate(text, path);
    });
  }

  /** Renames a member in every expression of the project that reads it from a matching record. */
  #renameMembers(name: string, to: string, isHolder: IsHolder): void {
    this.#renamePlaces(to, ({ scope }, text, isExpression) =>
      isExpression
        ? placesOfMember(text, scope, name, isHolder)
        : membersInTemplate(text, scope, name, isHolder),
    );
  }

  #renamePlaces(
    to: string,
    find: (reading: Reading, text: string, isExpression: boolean) => readonly NamePlace[],
  ): void {
    for (const reading of this.#readings) {
      const { document, pointer, raw } = reading;
      for (const [at, text] of textsIn(raw, pointer)) {
        const isExpression = isBareExpression(reading, at);
        const places = find(reading, text, isExpression);
        for (const place of places) this.#edit(document.file).replaceIn(at, place.at, place.length, to);
        if (!isExpression && places.length > 0) this.#noteText(text, places, to);
      }
    }
  }

  #noteText(
    text: string,
    places: readonly { readonly at: number; readonly length: number }[],
    to: string,
  ): void {
    const changed = [...places]
      .sort((a, b) => b.at - a.at)
      .reduce((one, { at, length }) => one.slice(0, at) + to + one.slice(at + length), text);
    const [before, after] = [messageKey(text), messageKey(changed)];
    if (before === undefined || after === undefined || before.key === after.key) return;
    const names = new Map(before.names.map((name, index) => [name, after.names[index] ?? name]));
    this.#texts.set(before.key, { key: after.key, names });
  }

  /**
   * Renames the sources of translations. If the old text is still used elsewhere, its translation stays and a
   * copy is added.
   */
  #renameTexts(): void {
    if (this.#texts.size === 0) return;
    const files = this.#files.map(({ path, text }) => ({
      path,
      text: this.#edits.get(path)?.apply() ?? text,
    }));
    const { shown } = analyzeProject(files);
    for (const catalogue of this.#world.catalogues) {
      for (const { source, id, pointer } of entriesOf(catalogue)) {
        const changed = this.#texts.get(source);
        if (changed === undefined) continue;
        const edits = this.#edit(catalogue.file);
        const written = renamePlaceholders(edits.written(pointer), changed.names);
        if (shown?.has(id) === true) {
          edits.insertBefore(pointer, `${JSON.stringify(changed.key)}: ${written},\n    `);
          continue;
        }
        edits.renameMember(pointer, changed.key);
        edits.replaceWritten(pointer, written);
      }
    }
  }

  #edit(file: string): TextEdits {
    const known = this.#edits.get(file);
    if (known !== undefined) return known;
    const edits = new TextEdits(this.#files.find(({ path }) => path === file)?.text ?? '');
    this.#edits.set(file, edits);
    return edits;
  }

  #document(file: string): WorldDocument | undefined {
    return this.#documents().find((document) => document.file === file);
  }

  #documents(): WorldDocument[] {
    const { app, screens, parts } = this.#world;
    return [...(app === undefined ? [] : [app]), ...screens.values(), ...parts.values()];
  }
}

/** Whether a node is the field with these names in a form: groups and repeating groups first. */
/** @param around For a part: its name for the form around its use. */
function isFieldOf(
  { raw, ancestors, pointer }: WrittenNode,
  form: string,
  names: readonly string[],
  around: string | undefined,
): boolean {
  const at = ancestors.map(({ type }) => type).lastIndexOf('form');
  const own = at < 0 && pointer.startsWith('/body/') ? around : ancestors[at]?.raw['id'];
  if (own !== form || typeof raw['name'] !== 'string') return false;
  const groups = ancestors.slice(at + 1).filter(({ type }) => NESTS.has(type));
  const path = [...groups.map((group) => group.raw['name']), raw['name']];
  return path.length === names.length && path.every((name, index) => name === names[index]);
}

/** Renames placeholders in a translation: in its text and in `plural`. */
function renamePlaceholders(written: string, names: ReadonlyMap<string, string>): string {
  return written
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => `{${names.get(name) ?? name}}`)
    .replace(
      /("plural"\s*:\s*")(\w+)(")/,
      (_whole, before: string, name: string, after: string) => `${before}${names.get(name) ?? name}${after}`,
    );
}
