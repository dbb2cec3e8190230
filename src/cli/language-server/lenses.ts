import type { CodeLens } from 'vscode-languageserver/node';
import { screensUsing } from '#src/language-service/screens-using.ts';
import { entriesOf } from '#renderer/grammar/compile/catalogue.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { recordsIn } from '#renderer/grammar/pointer.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import { referencesTo } from '#src/language-service/references.ts';
import { openHere, symbolOf } from '#src/language-service/symbols.ts';
import type { ShownCounts } from '#src/testing/coverage/who-sees.ts';
import type { OpenProject } from './open-project.ts';
import { rangeOfPlace, uriOf } from './positions.ts';

/** Opens the list of references in the editor; the extension registers it. */
const SHOW_REFERENCES = 'capiz.showReferences';

/**
 * The lines that an editor shows above parts of a document.
 *
 * @param counts - How often its nodes are shown; undefined until they were counted.
 */
export function lensesOf(project: OpenProject, file: string, counts: ShownCounts | undefined): CodeLens[] {
  const text = project.textOf(file);
  const { document } = text === undefined ? {} : parseFile({ path: file, text });
  const kind = documentKind(file)?.kind;
  if (document === undefined || kind === undefined) return [];
  const lens = (pointer: string, title: string): CodeLens => ({
    range: rangeOfPlace(document.place(pointer, 'key')),
    command: {
      title,
      command: SHOW_REFERENCES,
      arguments: [uriOf(project.root, file), rangeOfPlace(document.place(pointer, 'key')).start],
    },
  });
  switch (kind) {
    case 'screen':
    case 'part':
      return [
        lens('/id', usesOfDocument(project, file, kind)),
        ...(counts === undefined
          ? []
          : shownLenses(document.value, counts).map(([at, title]) => lens(at, title))),
      ];
    case 'endpoint':
      return [lens('/name', usesOfDocument(project, file, kind))];
    case 'messages': {
      const entries = entriesOf({ value: document.value as never });
      const isDone = entries.filter(
        ({ forms, isDraft }) => !isDraft && Object.values(forms).some((form) => form !== ''),
      );
      return [lens('/language', `${isDone.length} of ${entries.length} translations confirmed`)];
    }
    default:
      return [];
  }
}

function usesOfDocument(project: OpenProject, file: string, kind: 'screen' | 'part' | 'endpoint'): string {
  const here = openHere(project.texts, file);
  const symbol = here && symbolOf(here, kind === 'endpoint' ? '/name' : '/id', 'value', 0);
  const places = symbol === undefined ? [] : referencesTo(project.texts, symbol).slice(1);
  const screens = screensUsing(project.texts, new Set(places.map((place) => place.file)));
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  if (kind === 'part') return `rendered by ${count(screens.size, 'screen')}`;
  if (kind === 'endpoint') return `called by ${count(screens.size, 'screen')}`;
  const from = new Set(places.map((place) => place.file).filter((path) => path.startsWith('screens/')));
  return `reached from ${count(from.size, 'document')}`;
}

/** Nodes with a condition, and everything that no state shows. */
function shownLenses(
  value: unknown,
  { states, shown }: ShownCounts,
): (readonly [pointer: string, title: string])[] {
  return [...recordsIn(value)].flatMap(({ record, pointer }) => {
    if (typeof record['type'] !== 'string' || !/^\/(?:body|bar|overlays)\//.test(pointer)) return [];
    const number = shown.get(pointer) ?? 0;
    const isNoted = record['visibleWhen'] !== undefined || record['each'] !== undefined || number === 0;
    return isNoted ? [[`${pointer}/type`, `shown in ${number} of ${states} states`] as const] : [];
  });
}
