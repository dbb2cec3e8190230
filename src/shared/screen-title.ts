import { isRecord } from '#renderer/plan/value.ts';
import { titleOf } from '#src/shared/title-of.ts';

/**
 * The title of a screen, for staff: its last text without a value of a borrower; without one, its id in words.
 *
 * @param document - The parsed screen.
 */
export function titleOfScreen(id: string, document: unknown): string {
  const title = isRecord(document) ? document['title'] : undefined;
  const cases =
    isRecord(title) && Array.isArray(title['choose']) ? title['choose'].map(wordsOfCase) : [title];
  const words = cases.filter((one) => typeof one === 'string' && one !== '' && !one.includes('${'));
  return String(words.at(-1) ?? titleOf(id));
}

function wordsOfCase(one: unknown): unknown {
  return isRecord(one) ? one['value'] : one;
}
