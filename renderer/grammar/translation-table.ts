import { type CatalogueEntry, faultsOf, type LanguageMessages, type ShownMessage } from './messages.ts';
import { nearestName } from './nearest.ts';
import { messageId } from '../plan/message.ts';
import { CsvError, type CsvRow, readCsv, writeCsv } from './csv.ts';
import type { Edit, Written } from './edit-catalogue.ts';

/** Columns of a translator's table; the last two are for reading only. */
const COLUMNS = ['source', 'context', 'form', 'translation', 'draft', 'shown instead', 'used in'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['source', 'translation'];

/** Every text of the project with its translation, one row for each plural form. */
export function writeTable(messages: readonly ShownMessage[], language: LanguageMessages): string {
  const entries = new Map(language.entries.map((entry) => [entry.id, entry]));
  const rows = messages.flatMap((message) => {
    const { id, source, context = '', uses } = message;
    const entry = entries.get(id);
    const places = uses.map(({ file, line }) => `${file}:${line}`).join('\n');
    const rest = [entry?.isDraft === true ? 'yes' : '', language.fallback(message), places];
    return Object.entries(entry?.forms ?? { other: '' }).map(([category, text]) => {
      const form = entry?.plural === undefined ? '' : `${entry.plural}:${category}`;
      return [source, context, form, text, ...rest];
    });
  });
  return writeCsv([[...COLUMNS], ...rows]);
}

export interface RowProblem {
  readonly line: number;
  /** Of what the checker would say of it; absent where the table itself is wrong. */
  readonly code?: string;
  readonly message: string;
}

export interface Import {
  /** Only entries that the table says otherwise than the catalogue. */
  readonly edits: readonly Edit[];
  /** All of them; with any nothing may be written. */
  readonly problems: readonly RowProblem[];
}

/** What a table changes in a catalogue. A row without a translation changes nothing. */
export function readTable(
  text: string,
  messages: readonly ShownMessage[],
  { entries }: LanguageMessages,
): Import {
  const problems: RowProblem[] = [];
  const translations = groupRows(text, problems);
  const shown = new Set(messages.map(({ id }) => id));
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const edits: Edit[] = [];
  for (const [id, { line, ...entry }] of translations) {
    if (!shown.has(id)) {
      const near = nearestName(
        entry.source,
        messages.map(({ source }) => source),
      );
      const help = near === undefined ? '' : ` Did you mean "${near}"?`;
      problems.push({ line, code: 'messages/unused', message: `No screen shows "${entry.source}".${help}` });
      continue;
    }
    const faults = faultsOf(entry);
    problems.push(
      ...faults.map(({ code, message }) => ({ line, code, message: `"${entry.source}": ${message}` })),
    );
    const before = known.get(id);
    const written = writtenOf(entry);
    if (before === undefined || JSON.stringify(writtenOf(before)) !== JSON.stringify(written))
      edits.push({ source: entry.source, context: entry.context, written });
  }
  return { edits, problems: problems.sort((a, b) => a.line - b.line) };
}

type Translation = Pick<CatalogueEntry, 'source' | 'context' | 'plural' | 'isDraft'> & {
  forms: { [category: string]: string };
  readonly line: number;
};

function groupRows(text: string, problems: RowProblem[]): Map<string, Translation> {
  const translations = new Map<string, Translation>();
  const refuse = (line: number, message: string): void => {
    problems.push({ line, message });
  };
  for (const { line, cells } of readRows(text, refuse)) {
    const { source, context, form, translation, draft } = cells;
    if (translation === '') continue;
    if (!['', 'yes', 'no'].includes(draft.toLowerCase()))
      refuse(line, `"draft" is yes or no, not "${draft}".`);
    const [plural, category = 'other'] = form === '' ? [undefined, 'other'] : form.split(':', 2);
    if (form !== '' && !/^\w+:(zero|one|two|few|many|other)$/.test(form)) {
      refuse(
        line,
        `"form" is empty or a placeholder and a plural category, such as days:one; not "${form}".`,
      );
      continue;
    }
    const id = messageId(source, context === '' ? undefined : context);
    const known = translations.get(id);
    if (known === undefined) {
      translations.set(id, {
        source,
        ...(context === '' ? {} : { context }),
        ...(plural === undefined ? {} : { plural }),
        isDraft: draft.toLowerCase() === 'yes',
        forms: { [category]: translation },
        line,
      });
    } else if (known.plural !== plural || plural === undefined || Object.hasOwn(known.forms, category)) {
      refuse(line, `"${source}" stands in line ${known.line} already.`);
    } else known.forms[category] = translation;
  }
  return translations;
}

function readRows(
  text: string,
  refuse: (line: number, message: string) => void,
): { readonly line: number; readonly cells: { readonly [name in Column]: string } }[] {
  let rows: CsvRow[];
  try {
    rows = readCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(1, error.message);
    return [];
  }
  const [head, ...body] = rows;
  const columns = new Map((head?.cells ?? []).map((name, index) => [name.trim(), index]));
  for (const name of NEEDED) if (!columns.has(name)) refuse(1, `The table has no column "${name}".`);
  for (const name of columns.keys())
    if (!COLUMNS.some((column) => column === name))
      refuse(1, `The table has a column "${name}", which means nothing.`);
  if (NEEDED.some((name) => !columns.has(name))) return [];
  return body.map(({ line, cells }) => {
    const read = (name: Column): string => cells[columns.get(name) ?? -1] ?? '';
    return {
      line,
      cells: Object.fromEntries(COLUMNS.map((name) => [name, read(name)])) as { [name in Column]: string },
    };
  });
}

/** An entry as it would be written afresh. */
export function writtenOf({
  forms,
  plural,
  isDraft,
}: Pick<CatalogueEntry, 'forms' | 'plural' | 'isDraft'>): Written {
  const draft = isDraft ? ({ draft: true } as const) : {};
  if (plural !== undefined) return { plural, forms, ...draft };
  const text = forms['other'] ?? '';
  return isDraft ? { text, draft: true } : text;
}
