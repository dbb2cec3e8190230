import { writeChanged } from '#src/shared/registry/changed-words.ts';
import { KIND_WORDS } from '#src/shared/registry/kind-words.ts';
import type { LiveScreen } from '#src/shared/registry/home.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { writeDraftAddress } from '#src/shared/studio-address.ts';
import type { MailEvent } from './mail-events.ts';
import type { Standing } from './recipients.ts';

/** What an e-mail is about. */
export interface Facts {
  readonly event: MailEvent;
  readonly actor: string;
  /** The reason of the approval, or the changes that the reviewer asks for; not used otherwise. */
  readonly words: string;
  readonly release: Pick<ReleaseRecord, 'hash' | 'actor' | 'reason' | 'needs' | 'draft'>;
  readonly standing: Standing;
  /** Why an approved release cannot be published now; undefined if it can. */
  readonly hindrance?: string | undefined;
  /** Title of the release's draft; undefined without a draft. */
  readonly title?: string | undefined;
  /** Changed documents and pictures. */
  readonly changed: readonly string[];
  readonly screens: readonly LiveScreen[];
}

export interface Letter {
  readonly subject: string;
  readonly body: string;
}

export interface Sender {
  /** Origin of the studio. */
  readonly origin: string;
  /** Name of the installation, such as `Test`. */
  readonly environment?: string | undefined;
}

const LONGEST_SUBJECT = 120;
const LETTERS = new Intl.Segmenter('en');

const LEADS: { readonly [event in MailEvent]: string } = {
  'approval.waiting': 'Waits for your approval',
  'release.approved': 'Approved',
  'release.changes-asked': 'Changes asked for',
};

const WHY: { readonly [event in MailEvent]: string } = {
  'approval.waiting': 'you may approve changes of colleagues',
  'release.approved': 'you made this change, or may publish it',
  'release.changes-asked': 'you made this change',
};

/** Writes the e-mail about an event, in the words of the review. */
export function writeLetter(facts: Facts, { origin, environment }: Sender): Letter {
  const { event, release, changed, screens, title } = facts;
  const kinds = [...new Set(release.needs.map(({ kind }) => kind))];
  const parts = [
    ...writeLead(facts),
    [
      ...(changed.length === 0 ? [] : [`Changed: ${writeChanged(changed, screens)}.`]),
      ...(event === 'approval.waiting' ? kinds.map((kind) => KIND_WORDS[kind]) : []),
      ...(title === undefined ? [] : [`Draft: ${oneLine(title)}`]),
    ].join('\n'),
    writeLink(facts, origin),
    `Capiz${environment === undefined ? '' : ` (${oneLine(environment)})`} sent this message because ${WHY[event]}.`,
  ];
  return {
    subject: shorten(`${LEADS[event]}: ${oneLine(release.reason)}`),
    body: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
  };
}

const NEXT_STEPS: { readonly [standing in Standing]: string } = {
  next: 'It can be published.',
  live: 'It is live.',
  outdated: 'It cannot be published, because another release went live since it was made. Make it again.',
};

function writeLead({ event, actor, words, release, standing, hindrance }: Facts): readonly string[] {
  if (event === 'approval.waiting') return [`${actor} asks for your approval.`, quote(release.reason)];
  if (event === 'release.changes-asked') {
    return [
      `${actor} asks for changes:`,
      quote(words),
      `It is about this change by ${release.actor}:`,
      quote(release.reason),
    ];
  }
  const nextStep =
    hindrance === undefined ? NEXT_STEPS[standing] : `It cannot be published yet: ${oneLine(hindrance)}`;
  return [
    `${actor} approved this change by ${release.actor}. ${nextStep}`,
    quote(release.reason),
    'Reason of the approval:',
    quote(words),
  ];
}

function writeLink({ event, release }: Facts, origin: string): string {
  if (event === 'release.changes-asked' && release.draft !== undefined) {
    return `Change the draft:\n${origin}${writeDraftAddress(release.draft)}`;
  }
  const what = event === 'approval.waiting' ? 'Review it' : 'Open it';
  return `${what}:\n${origin}${STUDIO_ADDRESS}/releases/${release.hash}`;
}

/** Indents each line of a text. */
function quote(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `  ${oneLine(line)}`.trimEnd())
    .join('\n');
}

/** Removes line breaks, other control characters, and characters that change the direction of the text. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
}

function shorten(text: string): string {
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment);
  return letters.length <= LONGEST_SUBJECT ? text : `${letters.slice(0, LONGEST_SUBJECT - 1).join('')}…`;
}
