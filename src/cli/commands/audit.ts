import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult, formatJson } from '../print-result.ts';
import { connectRegistry, SERVER_OPTIONS, shorten, writeTime } from '../registry-client.ts';

const RECORD = v.looseObject({
  at: v.number(),
  actor: v.string(),
  action: v.string(),
  subject: v.string(),
  details: v.looseObject({ reason: v.exactOptional(v.string()), assistant: v.exactOptional(v.string()) }),
});
export const RECORDS = v.object({ records: v.array(RECORD) });

const FAULTS = {
  changed: 'was changed',
  'missing-before': 'has no record before it',
  'missing-after': 'has no records after it',
  rewritten: 'The chain was rewritten: the noted record is not among its records',
} as const;

const VERDICT = v.variant('isWhole', [
  v.looseObject({ isWhole: v.literal(true), records: v.number(), head: v.string() }),
  v.looseObject({
    isWhole: v.literal(false),
    why: v.picklist(['changed', 'missing-before', 'missing-after', 'rewritten']),
    turn: v.exactOptional(v.number()),
  }),
]);

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * One audit record as one line: time, actor, action, subject, reason.
 *
 * @param live - Hash of the live release, which the line marks.
 */
export function writeRecord(
  { at, actor, action, subject, details }: v.InferOutput<typeof RECORD>,
  live?: string,
): string {
  const what = isHash(subject) ? `${shorten(subject)}${subject === live ? ' (live)' : ''}` : subject;
  return `${writeTime(at)}  ${actor}  ${action}  ${what}  ${[details.reason, details.assistant && `with ${details.assistant}`].filter(Boolean).join(', ')}\n`;
}

export const auditCommand = defineCommand({
  name: 'audit',
  usage: '[verify] [--subject <name>] [--limit <n>] [--head <hash>] [--json]',
  summary: 'Shows who did what, and verifies that no record was changed',
  examples: ['npx capiz audit --subject order', 'npx capiz audit verify'],
  details: `Without verify: the records, newest first. Each record contains the hash of the record before it. verify checks these
hashes from the first record on, and names a record that was changed, added or removed, even the last one.

  npx capiz audit
  npx capiz audit verify --head <hash>`,
  options: {
    '--subject <name>': 'only records about this release, draft, screen or colleague',
    '--limit <n>': 'at most this many records, up to 200; default: 50',
    '--head <hash>':
      'all 64 digits of the head that an earlier verify printed; if the records were rewritten, it is missing',
    '--json': 'print {"version":1,"records":[…]}, or with verify {"version":1,"isWhole":…} instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0, 1 the audit is not complete, 2 could not run.',
  async run({ values, rest }, terminal) {
    if (values.head !== undefined && !isHash(values.head))
      throw new UsageError('--head takes all 64 digits of the head that npx capiz audit verify printed');
    const client = connectRegistry(values, terminal.folder);
    const [what] = rest;
    if (what === undefined) {
      const query = new URLSearchParams({
        ...(values.subject !== undefined && { subject: values.subject }),
        ...(values.limit !== undefined && { limit: values.limit }),
      });
      const { records } = await client.get(`/audit?${query}`, RECORDS);
      printResult(terminal, values, { records }, records.map((record) => writeRecord(record)).join(''));
      return 0;
    }
    if (what !== 'verify')
      throw new UsageError(`there is no audit ${what}; did you mean npx capiz audit verify?`);
    const query = new URLSearchParams(values.head === undefined ? {} : { head: values.head });
    const verdict = await client.get(`/audit/verification?${query}`, VERDICT);
    if (verdict.isWhole) {
      const words = `${verdict.records} records, none of them changed. Head: ${verdict.head}\n`;
      printResult(terminal, values, verdict, words);
      return 0;
    }
    const { turn, why } = verdict;
    if (values.json === true) terminal.out(formatJson(verdict));
    else
      terminal.err(
        `The audit is not complete: ${turn === undefined ? '' : `the record of turn ${turn} `}${FAULTS[why]}.\n`,
      );
    return 1;
  },
});
