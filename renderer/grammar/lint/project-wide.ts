import type { Message } from '../../plan/expression.ts';
import type { Problem } from '../../plan/problem.ts';
import { sourceOf } from '../../plan/message.ts';
import { entriesOf } from '../compile/catalogue.ts';
import { messagesIn } from '../compile/messages.ts';
import { textsIn } from '../declarations.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import type { World } from '../world.ts';
import type { WrittenDocument } from './document.ts';
import { needsTooMuchRoom, wordsOf } from './words.ts';

/** Reports screens without an address that no action leads to. */
export function lintScreens(world: World, documents: readonly WrittenDocument[]): void {
  const targets = new Set<unknown>();
  collectTargets(world.app?.value, targets);
  for (const { raw } of documents) collectTargets(raw, targets);
  const special = world.app?.value?.['special'];
  for (const id of Object.values(isJson(special) ? special : {})) targets.add(id);
  for (const document of documents) {
    const { routes, id } = document.raw;
    if (document.kind !== 'screen' || (Array.isArray(routes) && routes.length > 0) || targets.has(id))
      continue;
    document.report('screen/unreachable', '/id', 'No route and no action leads to this screen.');
  }
}

function collectTargets(value: unknown, targets: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isJson(value) && value['do'] === 'go') targets.add(value['to']);
  for (const member of Object.values(value)) collectTargets(member, targets);
}

/** Reports named values that nothing reads, named lists that nothing runs, and sets of parameters that no screen lists. */
export function lintNames(documents: readonly WrittenDocument[]): void {
  for (const document of documents) {
    const users = document.kind === 'app' ? documents : [document];
    for (const name of namesIn(document.raw['values'])) {
      if (users.some((user) => readsValue(user, name))) continue;
      const pointer = joinPointer('/values', name);
      document.report(
        'value/unused',
        pointer,
        `Nothing reads "values.${name}".`,
        'key',
        'read it, or remove it',
      );
    }
    for (const name of namesIn(document.raw['lists'])) {
      if (users.some(({ actions }) => actions.some(({ raw }) => raw['do'] === 'run' && raw['list'] === name)))
        continue;
      const pointer = joinPointer('/lists', name);
      document.report(
        'list/unused',
        pointer,
        `Nothing runs the list "${name}".`,
        'key',
        'run it, or remove it',
      );
    }
    if (document.kind !== 'app') continue;
    for (const name of namesIn(document.raw['paramSets'])) {
      if (documents.some(({ raw, kind }) => kind === 'screen' && textsIn(raw['paramSets']).includes(name)))
        continue;
      const pointer = joinPointer('/paramSets', name);
      const message = `No screen has the set "${name}" in its "paramSets".`;
      document.report('param/unused-set', pointer, message, 'key', 'list it in a screen, or remove it');
    }
  }
}

function namesIn(record: unknown): string[] {
  return isJson(record) ? Object.keys(record) : [];
}

/** Reports once per project that amounts are shown without a currency. */
export function lintCurrency(apps: readonly WrittenDocument[], documents: readonly WrittenDocument[]): void {
  for (const app of apps) {
    if (app.raw['currency'] !== undefined || !documents.some(showsMoney)) continue;
    const message = 'Amounts are shown without a currency.';
    app.report('app/no-currency', '', message, 'value', 'set "currency" in app.json');
  }
}

function showsMoney({ nodes, readings }: WrittenDocument): boolean {
  return (
    nodes.some(
      ({ type, raw }) => type === 'amount' || (type === 'number-field' && raw['number'] === 'money'),
    ) || readings.some(({ typed }) => JSON.stringify(typed?.lowered ?? null).includes('["call","money"'))
  );
}

/** A named value in an expression. */
const VALUE_READ = /\bvalues\.\??(\w+)/g;

function readsValue({ readings }: WrittenDocument, name: string): boolean {
  return readings.some(({ raw }) =>
    [...JSON.stringify(raw).matchAll(VALUE_READ)].some(([, read]) => read === name),
  );
}

/** Maximum number of texts in a message. */
const NAMED = 3;

/** Reports texts without a translation in a catalogue and its fallbacks. */
export function lintTranslations(world: World, shown: ReadonlySet<string>): Problem[] {
  return world.catalogues.flatMap(({ name, document, value }) => {
    if (document === undefined || value?.['partial'] === true) return [];
    const translated = messagesIn(world, name, shown);
    const missing = [...shown].filter((id) => !Object.hasOwn(translated, id)).sort();
    if (missing.length === 0) return [];
    const named = missing.slice(0, NAMED).map((id) => `"${sourceOf(id)}"`);
    const rest = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
    return [
      problemAt(
        document.place('/messages', 'key'),
        'messages/missing',
        `No translation of ${named.join(', ')}${rest}.`,
        '"capiz messages missing" lists them',
      ),
    ];
  });
}

/**
 * Reports translations that call a button by a name that it does not have in that language: "Tap Send." with
 * the button "Ipadala". A sentence names a button if it contains the button's words with a capital letter.
 * Headings and labels are not checked: any of their words may have a capital letter.
 */
export function lintNamedButtons(
  world: World,
  documents: readonly WrittenDocument[],
  shown: ReadonlySet<string>,
): Problem[] {
  const names = [...buttonWords(documents)].filter((words) => /^\p{Lu}[^$]*$/u.test(words));
  const naming = [...shown].flatMap((id) =>
    names.filter((name) => namesInside(sourceOf(id), name)).map((name) => [id, name] as const),
  );
  return world.catalogues.flatMap((catalogue) => {
    const { name: language, document } = catalogue;
    if (document === undefined) return [];
    const translated = messagesIn(world, language, shown);
    const places = new Map(entriesOf(catalogue).map(({ id, pointer }) => [id, pointer]));
    return naming.flatMap(([id, name]) => {
      const button = formsOf(translated[name] ?? name)[0] ?? name;
      if (formsOf(translated[id] ?? sourceOf(id)).every((form) => form.includes(button))) return [];
      const at = places.get(id);
      const place = at === undefined ? document.place('/messages', 'key') : document.place(at);
      const message = `"${sourceOf(id)}" names the button "${name}", which is called "${button}" here.`;
      return [problemAt(place, 'messages/button', message)];
    });
  });
}

function namesInside(text: string, name: string): boolean {
  if (!/[.!?]\s*$/.test(text)) return false;
  const at = text.indexOf(name, 1);
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  return at > 0 && /[^.!?:\s]\s$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
}

function formsOf(message: Message): readonly string[] {
  return typeof message === 'string' ? [message] : Object.values(message.forms);
}

function buttonWords(documents: readonly WrittenDocument[]): ReadonlySet<string> {
  return new Set(
    documents.flatMap(({ nodes }) =>
      nodes
        .filter(({ type }) => type === 'button')
        .flatMap(({ raw }) => [...wordsOf(raw['text'], '')].map(([, words]) => words)),
    ),
  );
}

/** Reports translations that are too long for a button. */
export function lintTranslatedButtons(world: World, documents: readonly WrittenDocument[]): Problem[] {
  const onButtons = buttonWords(documents);
  return world.catalogues.flatMap((catalogue) => {
    const { document } = catalogue;
    if (document === undefined) return [];
    return entriesOf(catalogue)
      .filter(({ source, forms }) => onButtons.has(source) && Object.values(forms).some(needsTooMuchRoom))
      .map(({ pointer }) =>
        problemAt(
          document.place(pointer),
          'text/too-long',
          'On a button, on a screen of 320 px, this text needs more than two lines.',
        ),
      );
  });
}
