import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DRAFT_TITLE } from '#src/shared/operation-bodies.ts';
import type { LiveScreen, OpenDraft } from '#src/shared/registry/home.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Said } from '../review/said.tsx';
import { writeTime } from '../review/times.ts';
import { screensIn, writeChanged } from '#src/shared/registry/changed-words.ts';
import { addressOf, conflictAddress } from './home-addresses.ts';
import { Picture } from '../pictures/picture.tsx';
import { useChanges, versionOf } from './use-pictures.ts';
import type { DraftChanges } from './pictures.ts';

export interface ContinueProps {
  /** Drafts of this person, the last edited first. */
  readonly drafts: readonly OpenDraft[];
  readonly screens: readonly LiveScreen[];
  /** What only this browser has. */
  readonly children: ReactNode;
  onRename(draft: string, title: string): Promise<void>;
  onDiscard(draft: string): Promise<void>;
}

const FEW = 3;

/** The person's own drafts. */
export function Continue({ drafts, screens, children, onRename, onDiscard }: ContinueProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? drafts : drafts.slice(0, FEW);
  return (
    <section className="ho-card ho-continue" aria-label="Continue">
      <h2>Continue</h2>
      {children}
      {drafts.length === 0 ? (
        <p className="st-soft">You have no open draft. Choose a screen below, or start a new draft.</p>
      ) : null}
      <ul className="ho-list">
        {shown.map((draft) => (
          <DraftCard
            key={draft.id}
            {...{ draft, screens }}
            onRename={(title) => onRename(draft.id, title)}
            onDiscard={() => onDiscard(draft.id)}
          />
        ))}
      </ul>
      {shown.length < drafts.length ? (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {drafts.length} drafts
        </button>
      ) : null}
    </section>
  );
}

interface CardProps {
  readonly draft: OpenDraft;
  readonly screens: readonly LiveScreen[];
  onRename(title: string): Promise<void>;
  onDiscard(): Promise<void>;
}

function DraftCard({ draft, screens, onRename, onDiscard }: CardProps) {
  const { id, title, actor, at, saved, changed, hasConflict, present } = draft;
  const [open, setOpen] = useState<'title' | 'discard'>();
  const version = versionOf(draft);
  const found = useChanges(id, version);
  const first = screensIn(changed)[0] ?? found?.screen;
  const close = (): void => setOpen(undefined);
  return (
    <li className="ho-draft">
      <Picture pictured={first === undefined ? undefined : { screen: first, draft: id, version }} />
      <div className="ho-about">
        {open === 'title' ? <Rename {...{ title }} onClose={close} onRename={onRename} /> : <h3>{title}</h3>}
        <p>{changed.length === 0 ? 'Nothing is changed.' : `Changed: ${writeChanged(changed, screens)}.`}</p>
        {found === undefined ? null : <ChangeList {...found} />}
        <p className="st-soft">
          {saved === undefined ? `Opened ${writeTime(at)}` : `Saved ${writeTime(saved.at)} by ${saved.actor}`}
          {saved === undefined && actor !== '' ? ` by ${actor}` : ''}.
          {present.length === 0 ? '' : ` Open now: ${present.join(', ')}.`}
        </p>
        {hasConflict ? (
          <p className="st-bar">
            A colleague published another change of the same document.{' '}
            <a href={conflictAddress(id)}>See both versions</a>
          </p>
        ) : null}
        <p className="st-row">
          <a className="st-tab ho-primary" href={addressOf(id, first)} aria-label={`Continue: ${title}`}>
            Continue
          </a>
          <button type="button" aria-label={`Rename: ${title}`} onClick={() => setOpen('title')}>
            Rename
          </button>
          <button type="button" aria-label={`Discard: ${title}`} onClick={() => setOpen('discard')}>
            Discard
          </button>
        </p>
      </div>
      {open === 'discard' ? <Discard {...{ title }} onClose={close} onDiscard={onDiscard} /> : null}
    </li>
  );
}

const MOST_CHANGES = 3;

function ChangeList({ changes }: Pick<DraftChanges, 'changes'>) {
  const sentences = changes.flatMap(({ path, title, sentences }) =>
    sentences.map((sentence) => ({ path, title, sentence })),
  );
  const left = sentences.length - MOST_CHANGES;
  return (
    <ul className="ho-changes">
      {sentences.slice(0, MOST_CHANGES).map(({ path, title, sentence }) => (
        <li key={`${path} ${JSON.stringify(sentence.parts)}`}>
          {title}: <Said {...sentence} />
        </li>
      ))}
      {left > 0 ? <li className="st-soft">{left === 1 ? '1 more change' : `${left} more changes`}</li> : null}
    </ul>
  );
}

interface RenameProps extends Pick<CardProps, 'onRename'> {
  readonly title: string;
  onClose(): void;
}

function Rename({ title, onRename, onClose }: RenameProps) {
  const form = useStaffForm({
    schema: DRAFT_TITLE,
    first: { title },
    async send(body) {
      await onRename(body.title);
      onClose();
    },
  });
  return (
    <form className="ho-rename" noValidate aria-label="Rename" onSubmit={(event) => void form.submit(event)}>
      <Field label="Title" of={form.field('title')}>
        {/* The person pressed a button to type here. */}
        {(control) => <input required autoFocus {...control} />}
      </Field>
      <p className="st-row">
        <button type="submit" disabled={form.isSending}>
          Save the title
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
      {form.refused === undefined ? null : <p role="alert">{form.refused.message}</p>}
    </form>
  );
}

interface DiscardProps extends Pick<CardProps, 'onDiscard'> {
  readonly title: string;
  onClose(): void;
}

function Discard({ title, onDiscard, onClose }: DiscardProps) {
  const discard = useMutation({ mutationFn: onDiscard });
  return (
    <Dialog title="Discard the draft" onClose={onClose}>
      <p>
        “{title}” is closed for everybody. Its changes are not published; they stay in the history of the
        server.
      </p>
      <p className="st-row">
        <button
          type="button"
          className="st-primary"
          disabled={discard.isPending}
          onClick={() => discard.mutate()}
        >
          Discard “{title}”
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </p>
      {discard.error === null ? null : <p role="alert">{discard.error.message}</p>}
    </Dialog>
  );
}
