import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  isTranslated,
  type LanguageMessages,
  type ProjectMessages,
  readMessages,
  type ShownMessage,
} from '#renderer/grammar/messages.ts';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { type Edit, editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { readTable, writeTable } from '#renderer/grammar/translation-table.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { refuseName } from '../options.ts';
import { printResult } from '../print-result.ts';
import { rootOf, readProject, ROOT_OPTION } from '../project.ts';

/** The input of a subcommand. */
interface Task extends ProjectMessages {
  readonly root: string;
  /** The arguments after the subcommand's name. */
  readonly args: readonly string[];
  readonly isDry: boolean;
  readonly remove: boolean;
  readonly out: string | undefined;
  readonly terminal: Terminal;
  /** Prints the answer: the data with `--json`, else the words. */
  answer(data: object, words: string): void;
}

const SUBCOMMANDS: { readonly [name: string]: (task: Task) => ExitCode } = {
  list,
  missing,
  stale,
  extract,
  export: exportTable,
  import: importTable,
};

export const messagesCommand = defineCommand({
  name: 'messages',
  usage: '[list | missing | stale | extract | export | import] [--json] [--root <folder>]',
  summary: 'Lists, exports and imports texts and their translations',
  examples: [
    'npx capiz messages',
    'npx capiz messages extract --dry-run',
    'npx capiz messages export > words.csv',
  ],
  details: `Examples:
  npx capiz messages                          how complete each language is
  npx capiz messages missing fil-PH           texts that a catalogue does not translate
  npx capiz messages export fil-PH --out fil.csv
  npx capiz messages import fil-PH fil.csv    the table that a translator filled in

  list                                every text, its context, and its locations in definitions
  missing [languages]                 texts without a translation, except in partial catalogues
  stale [languages] [--remove]        translations of texts that no screen shows any more
  extract [languages] [--dry-run]     adds an empty draft for each missing text
  export <language> [--out <file>]    a table for translators: CSV (RFC 4180), UTF-8
  import <language> <file> [--dry-run]  imports the translations of a table: all or, if there is a problem, none`,
  options: {
    '--remove': 'with stale: delete them from the catalogues',
    '--dry-run': 'with stale, extract and import: write nothing',
    '--out <file>': 'with export: where the table is written; default: the standard output',
    '--json': 'print {"version":1,…} instead of words',
    ...ROOT_OPTION,
  },
  notes:
    'Exit: 0 nothing found or done, 1 missing or stale texts, or a table with problems, 2 could not run.',
  run({ values, rest }, terminal) {
    const [name, ...more] = rest;
    const run =
      name === undefined ? status : Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
    if (run === undefined) {
      const help = didYouMean(name ?? '', Object.keys(SUBCOMMANDS)) ?? 'see --help';
      throw new UsageError(`there is no "${name}"; ${help}`);
    }
    const root = rootOf(terminal, values.root);
    const read = readMessages(readProject(root));
    if ('errors' in read) {
      const count = read.errors.length === 1 ? 'an error' : `${read.errors.length} errors`;
      throw new UsageError(`the project has ${count}, so its texts are not known: see npx capiz check`);
    }
    return run({
      ...read,
      root,
      args: more,
      isDry: values['dry-run'] === true,
      remove: values.remove === true,
      out: values.out,
      terminal,
      answer: (data, words) => printResult(terminal, values, data, words),
    });
  },
});

function status({ messages, languages, answer }: Task): ExitCode {
  const rows = languages.map(({ language, file, isPartial, entries, missing, stale }) => ({
    language,
    ...(file === undefined ? {} : { file }),
    partial: isPartial,
    translated: entries.filter(isTranslated).length - stale.filter(isTranslated).length,
    drafts: entries.filter((entry) => entry.isDraft && isTranslated(entry)).length,
    missing: missing.length,
    stale: stale.length,
  }));
  const lines = rows.map(
    ({ language, translated, drafts, missing, stale, partial }) =>
      `${language.padEnd(8)} ${translated} translated, ${drafts} of them drafts, ${partial ? 'partial' : `${missing} missing`}, ${stale} stale\n`,
  );
  answer({ texts: messages.length, languages: rows }, `${messages.length} texts\n${lines.join('')}`);
  return rows.some(({ missing, stale }) => missing + stale > 0) ? 1 : 0;
}

function list({ messages, args, answer }: Task): ExitCode {
  refuseMore(args);
  answer({ messages: messages.map(toData) }, messages.map(describe).join(''));
  return 0;
}

function missing(task: Task): ExitCode {
  const found = chosen(task).map(({ language, missing }) => ({
    language,
    messages: missing.map(toData),
    missing,
  }));
  const words = found.map(({ language, missing }) => section(language, missing.map(describe)));
  task.answer({ languages: found.map(({ language, messages }) => ({ language, messages })) }, words.join(''));
  return found.some(({ missing }) => missing.length > 0) ? 1 : 0;
}

function stale(task: Task): ExitCode {
  const { remove, isDry, root, answer, terminal } = task;
  const found = chosen(task).map((language) => ({
    language: language.language,
    file: language.file,
    messages: language.stale.map(({ source, context }) => ({
      source,
      ...(context === undefined ? {} : { context }),
    })),
  }));
  if (remove && !isDry) {
    for (const { language, file, messages } of found) {
      if (file === undefined || messages.length === 0) continue;
      const undo = writeEdits(
        root,
        language,
        file,
        messages.map((message) => ({ ...message, written: undefined })),
      );
      terminal.err(`${file}: ${count(messages.length, 'entry', 'entries')} removed; ${undo}\n`);
    }
  }
  const words = found.map(({ language, messages }) =>
    section(
      language,
      messages.map(({ source, context }) => `  ${quote(source, context)}\n`),
    ),
  );
  answer(
    { languages: found.map(({ language, messages }) => ({ language, messages })), removed: remove && !isDry },
    words.join(''),
  );
  return found.some(({ messages }) => messages.length > 0) && (!remove || isDry) ? 1 : 0;
}

function extract(task: Task): ExitCode {
  const { isDry, root, answer, terminal } = task;
  const added = chosen(task).map(({ language, file, entries, missing }) => {
    const there = new Set(entries.map(({ id }) => id));
    return {
      language,
      file: file ?? `screens/messages/${language}.json`,
      messages: missing.filter(({ id }) => !there.has(id)),
    };
  });
  for (const { language, file, messages } of isDry ? [] : added) {
    if (messages.length === 0) continue;
    const written = { text: '', draft: true } as const;
    const undo = writeEdits(
      root,
      language,
      file,
      messages.map(({ source, context }) => ({ source, context, written })),
    );
    terminal.err(`${file}: ${count(messages.length, 'entry', 'entries')} added; ${undo}\n`);
  }
  const words = added.map(({ language, messages }) => section(language, messages.map(describe)));
  const languages = added.map(({ language, file, messages }) => ({
    language,
    file,
    added: messages.map(toData),
  }));
  answer({ languages, written: !isDry }, words.join(''));
  return isDry && added.some(({ messages }) => messages.length > 0) ? 1 : 0;
}

function exportTable(task: Task): ExitCode {
  const { messages, args, out, terminal, answer } = task;
  const [language] = chosen({ ...task, args: one(args, 'a language') });
  if (language === undefined) return 2;
  const table = writeTable(task, language);
  if (out === undefined) answer({ language: language.language, table }, table);
  else {
    writeFileSync(resolve(terminal.folder, out), table);
    answer({ language: language.language, file: out }, '');
    terminal.err(`${out}: ${count(messages.length, 'text')}\n`);
  }
  return 0;
}

function importTable(task: Task): ExitCode {
  const { root, args, isDry, terminal, answer } = task;
  const [name = '', path, ...more] = args;
  if (path === undefined) throw new UsageError('name a language and a table: import fil-PH fil.csv');
  refuseMore(more);
  const [language] = chosen({ ...task, args: [name] });
  if (language === undefined) return 2;
  const table = readTable(readUtf8(resolve(terminal.folder, path), path), task, language);
  const { edits } = table;
  const problems = table.problems.map(({ code = 'messages/table', ...rest }) => ({ code, ...rest }));
  const file = language.file ?? `screens/messages/${name}.json`;
  const isWritten = problems.length === 0 && !isDry && edits.length > 0;
  if (isWritten) {
    const undo = writeEdits(root, name, file, edits);
    terminal.err(`${file}: ${count(edits.length, 'entry', 'entries')} changed; ${undo}\n`);
  }
  const changed = edits.map(({ source, context }) => ({
    source,
    ...(context === undefined ? {} : { context }),
  }));
  const lines = problems.map(({ line, code, message }) => `error  ${code}  ${path}:${line}  ${message}\n`);
  const words =
    lines.length > 0
      ? `${lines.join('')}Nothing was written.\n`
      : `${count(edits.length, 'translation')} differ\n`;
  answer({ language: name, file, changed, problems, written: isWritten }, words);
  return problems.length > 0 ? 1 : 0;
}

function readUtf8(file: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8' : messageOf(error);
    throw new UsageError(`${path} cannot be read: ${why}`);
  }
}

/** The named languages, or all of them if none is named. */
function chosen({ languages, args }: Pick<Task, 'languages' | 'args'>): readonly LanguageMessages[] {
  if (args.length === 0) return languages;
  return args.map((name) => {
    const language = languages.find((one) => one.language === name);
    if (language !== undefined) return language;
    const known = languages.map((one) => one.language);
    return refuseName(`app.json lists no language "${name}" that has a catalogue`, name, known);
  });
}

function one(args: readonly string[], what: string): readonly string[] {
  if (args.length !== 1) throw new UsageError(`name ${what}`);
  return args;
}

function refuseMore(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`unexpected argument "${args.join(' ')}"`);
}

/** Writes a catalogue, and creates it if needed. @returns A sentence on how to undo it. */
function writeEdits(root: string, language: string, file: string, edits: readonly Edit[]): string {
  const path = join(root, file);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  writeFileSync(path, editCatalogue(before ?? emptyCatalogue(language), edits));
  // git does not know a file that was just created.
  return before === undefined ? `undo: delete ${file}` : `undo: git checkout ${file}`;
}

function toData({ source, context, uses }: ShownMessage): object {
  return { source, ...(context === undefined ? {} : { context }), uses };
}

function section(language: string, lines: readonly string[]): string {
  return `${language}: ${lines.length === 0 ? 'none' : lines.length}\n${lines.join('')}`;
}

function describe({ source, context, uses }: ShownMessage): string {
  const [first, ...rest] = uses.map(({ file, line }) => `${file}:${line}`);
  const place =
    first === undefined ? 'the engine' : `${first}${rest.length > 0 ? ` and ${rest.length} more` : ''}`;
  return `  ${quote(source, context)}  ${place}\n`;
}

/** Escapes control characters, which must not reach the terminal. */
function quote(source: string, context: string | undefined): string {
  const text = JSON.stringify(source.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�'));
  return context === undefined ? text : `${text} (${context})`;
}

function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`;
}
