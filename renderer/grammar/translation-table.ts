import { isBlank } from '../plan/blank.ts';
import {
  type CatalogueEntry,
  faultsOf,
  isTranslated,
  type LanguageMessages,
  type Outdated,
  outdatedOf,
  type ProjectMessages,
} from './messages.ts';
import { nearestName } from './nearest.ts';
import { messageId } from '../plan/message.ts';
import { CsvError, type CsvRow, readCsv, writeCsv } from './csv.ts';
import type { Edit, Written } from './edit-catalogue.ts';

/** Columns of a translator's table; the last three are read-only. */
const COLUMNS = [
  ...(['source', 'context', 'form', 'translation', 'draft', 'may be out of date'] as const),
  ...(['written for', 'shown instead', 'used in'] as const),
];
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['source', 'translation'];

/**
 * Writes all texts of the project with their translations, one row for each plural form. A translation that
 * may be out of date has the text that it was written for.
 *
 * @param outdated - Outdated translations by text id, in addition to what the catalogue says.
 */
export function writeTable(
  { messages, said }: Pick<ProjectMessages, 'messages' | 'said'>,
  language: LanguageMessages,
  outdated: ReadonlyMap<string, Outdated> = new Map(),
): string {
  const entries = new Map(language.entries.map((entry) => [entry.id, entry]));
  const rows = messages.flatMap((message) => {
    const { id, source, context = '', uses } = message;
    const own = entries.get(id);
    const old = outdated.get(id) ?? outdatedOf(own, said(message));
    const entry = old?.earlier ?? own;
    const places = uses.map(({ file, line }) => `${file}:${line}`).join('\n');
    const rest = [
      ...[entry?.isDraft === true ? 'yes' : '', old === undefined ? '' : 'yes', old?.writtenFor ?? ''],
      ...[language.fallback(message), places],
    ];
    return Object.entries(entry?.forms ?? { other: '' }).map(([category, text]) => {
      const form = entry?.plural === undefined ? '' : `${entry.plural}:${category}`;
      return [source, context, form, text, ...rest];
    });
  });
  return writeCsv([[...COLUMNS], ...rows]);
}

export interface RowProblem {
  readonly line: number;
  /** The code that the checker would report; absent if the table itself is wrong. */
  readonly code?: string;
  readonly message: string;
}

export interface Import {
  /** Only entries that differ from the catalogue. */
  readonly edits: readonly Edit[];
  /** All problems; if there are any, nothing may be written. */
  readonly problems: readonly RowProblem[];
}

/**
 * Computes the changes that a table makes to a catalogue. A row without a translation changes nothing. A row
 * that is still marked as out of date with the same translation also changes nothing; removing the mark
 * confirms the translation.
 */
export function readTable(
  text: string,
  { messages, said }: Pick<ProjectMessages, 'messages' | 'said'>,
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
    const own = known.get(id);
    const before = own !== undefined && isTranslated(own) ? own : undefined;
    const { isOutdated, writtenFor, context, source } = entry;
    const earlier = writtenFor === '' ? undefined : known.get(messageId(writtenFor, context));
    const isSame = saysSame(entry, before ?? earlier);
    if (isSame && isOutdated && (before === undefined || before.isDraft === entry.isDraft)) continue;
    const isRight = before !== undefined && isSame && writtenFor !== '' && !isOutdated;
    const kept = isRight ? said({ id, source }) : isSame ? before?.writtenFor : undefined;
    const { forms, plural, isDraft } = entry;
    const written = writtenOf({
      ...{ forms, isDraft },
      ...(plural !== undefined && { plural }),
      ...(kept !== undefined && { writtenFor: kept }),
    });
    if (before === undefined || JSON.stringify(writtenOf(before)) !== JSON.stringify(written))
      edits.push({ source: entry.source, context: entry.context, written });
  }
  return { edits, problems: problems.sort((a, b) => a.line - b.line) };
}

function saysSame(
  { plural, forms }: Pick<CatalogueEntry, 'plural' | 'forms'>,
  other: CatalogueEntry | undefined,
): boolean {
  return JSON.stringify([plural, forms]) === JSON.stringify([other?.plural, other?.forms]);
}

type Translation = Pick<CatalogueEntry, 'source' | 'context' | 'plural' | 'isDraft'> & {
  forms: { [category: string]: string };
  /** From the columns "may be out of date" and "written for" of the row. */
  readonly isOutdated: boolean;
  readonly writtenFor: string;
  readonly line: number;
};

function groupRows(text: string, problems: RowProblem[]): Map<string, Translation> {
  const translations = new Map<string, Translation>();
  const refuse = (line: number, message: string): void => {
    problems.push({ line, message });
  };
  for (const { line, cells } of readRows(text, refuse)) {
    const { source, context, form, translation, draft } = cells;
    if (isBlank(translation)) continue;
    for (const name of ['draft', 'may be out of date'] as const) {
      if (!['', 'yes', 'no'].includes(cells[name].toLowerCase()))
        refuse(line, `"${name}" must be yes or no, not "${cells[name]}".`);
    }
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
        isOutdated: cells['may be out of date'].toLowerCase() === 'yes',
        writtenFor: cells['written for'],
        forms: { [category]: translation },
        line,
      });
    } else if (known.plural !== plural || plural === undefined || Object.hasOwn(known.forms, category)) {
      refuse(line, `"${source}" is already in line ${known.line}.`);
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
    if (!COLUMNS.some((column) => column === name)) refuse(1, `The table has an unknown column "${name}".`);
  if (NEEDED.some((name) => !columns.has(name))) return [];
  return body.map(({ line, cells }) => {
    const read = (name: Column): string => cells[columns.get(name) ?? -1] ?? '';
    return {
      line,
      cells: Object.fromEntries(COLUMNS.map((name) => [name, read(name)])) as { [name in Column]: string },
    };
  });
}

/** An entry as a catalogue contains it. */
export function writtenOf({
  forms,
  plural,
  isDraft,
  writtenFor,
}: Pick<CatalogueEntry, 'forms' | 'plural' | 'isDraft' | 'writtenFor'>): Written {
  const marks = {
    ...(isDraft && { draft: true as const }),
    ...(writtenFor !== undefined && { for: writtenFor }),
  };
  if (plural !== undefined) return { plural, forms, ...marks };
  const text = forms['other'] ?? '';
  return Object.keys(marks).length > 0 ? { text, ...marks } : text;
}
