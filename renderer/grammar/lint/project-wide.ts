import type { Problem } from '../../plan/problem.ts';
import { sourceOf } from '../../plan/message.ts';
import { entriesOf } from '../elaborate/catalogue.ts';
import { messagesIn } from '../elaborate/messages.ts';
import { isJson } from '../json.ts';
import { problemAt } from '../problems.ts';
import type { World } from '../world.ts';
import type { WrittenDocument } from './document.ts';
import { needsTooMuchRoom, wordsOf } from './words.ts';

/** Screens that neither an address nor an action leads to. */
export function lintScreens(world: World, documents: readonly WrittenDocument[]): void {
  const targets = new Set<unknown>();
  collectTargets(world.app?.value, targets);
  for (const { raw } of documents) collectTargets(raw, targets);
  const special = world.app?.value?.['special'];
  for (const id of Object.values(isJson(special) ? special : {})) targets.add(id);
  for (const document of documents) {
    const { routes, id } = document.raw;
    if (!document.isScreen || (Array.isArray(routes) && routes.length > 0) || targets.has(id)) continue;
    document.report('screen/unreachable', '/id', 'No address and no action leads here.');
  }
}

function collectTargets(value: unknown, targets: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isJson(value) && value['do'] === 'go') targets.add(value['to']);
  for (const member of Object.values(value)) collectTargets(member, targets);
}

/** How many texts a message names. */
const NAMED = 3;

/** Texts that people of a language read in another one: neither its catalogue nor one it falls back to has them. */
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
        '"capiz messages" lists them',
      ),
    ];
  });
}

/** Translations of a button's words that need more room than its own. */
export function lintTranslatedButtons(world: World, documents: readonly WrittenDocument[]): Problem[] {
  const onButtons = new Set(
    documents.flatMap(({ nodes }) =>
      nodes
        .filter(({ type }) => type === 'button')
        .flatMap(({ raw }) => [...wordsOf(raw['text'], '')].map(([, words]) => words)),
    ),
  );
  return world.catalogues.flatMap((catalogue) => {
    const { document } = catalogue;
    if (document === undefined) return [];
    return entriesOf(catalogue)
      .filter(({ source, forms }) => onButtons.has(source) && Object.values(forms).some(needsTooMuchRoom))
      .map(({ pointer }) =>
        problemAt(
          document.place(pointer),
          'text/too-long',
          'On a button of a phone of 320 px these words need more than two lines.',
        ),
      );
  });
}
