import { type FormEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { isOfLaw } from '#renderer/grammar/lint/law.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { ReviewNeed } from '#src/server/registry/review-needs.ts';
import { asksSecond, decide, ROLES } from '#src/server/staff/roles.ts';
import { type Draft, Refused } from '../api.ts';
import type { Selection } from '../model/outline.ts';
import type { PictureReview } from './picture-reviews.ts';
import { ApprovalNote, counts } from '../releases/approval-note.tsx';
import type { ReleasesApi, WholeRelease } from '../releases/releases-api.ts';
import { useAsked } from '../releases/use-asked.ts';
import { audienceOf, type Gradual, GradualFields, STANDARD, strategyOf } from './gradual.tsx';
import { fromManila, writeTime } from './times.ts';

export interface PublishProps {
  readonly api: ReleasesApi;
  /** Resolves once the draft is on the server as it stands here. @throws Refused. */
  settle(): Promise<Draft | undefined>;
  readonly draft: Draft | undefined;
  readonly account: { readonly name: string; readonly role: string };
  readonly needs: readonly ReviewNeed[];
  /** Pictures of which somebody said what is wrong. */
  readonly denied?: readonly PictureReview[];
  /** Leads to the pictures of a state. */
  readonly onShow?: ((state: string) => void) | undefined;
  readonly problems: readonly Problem[];
  /** Whether these are all: nothing is published before all screens were read. */
  readonly isWhole: boolean;
  readonly isChanged: boolean;
  /** How the change may be called. */
  readonly title: string;
  /** Whether the keyboard goes to the reason, which nobody else can give. */
  readonly isEntered?: boolean;
  onEntered?(): void;
  onSelect(place: Selection): void;
  onNewDraft(): void;
}

type Way = 'now' | 'later' | 'gradually';

type Outcome =
  | { readonly said: string; readonly isOver: boolean }
  | { readonly refused: string; readonly problems: readonly Problem[] };

const WAYS: { readonly [way in Way]: string } = {
  now: 'To everybody, now',
  later: 'To everybody, at a time',
  gradually: 'To a share first',
};

/** Gives the reviewed draft to borrowers, or to whom must approve it. */
export function Publish(props: PublishProps) {
  const { api, settle, draft, account, needs, problems, isWhole, isChanged, onSelect, onNewDraft } = props;
  const { denied = [] } = props;
  const id = useId();
  const [title, setTitle] = useState(props.title);
  const [reason, setReason] = useState('');
  const [way, setWay] = useState<Way>('now');
  const [due, setDue] = useState('');
  const [gradual, setGradual] = useState<Gradual>(STANDARD);
  const [isMeant, setMeant] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const { value: standing, again } = useAsked(
    useMemo(() => (draft === undefined ? undefined : () => api.findOf(draft)), [api, draft]),
  );
  const { isEntered = false } = props;
  const entered = useEffectEvent(() => props.onEntered?.());
  const place = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isEntered) return;
    place.current?.focus();
    entered();
  }, [isEntered]);

  const role = ROLES.find((one) => one === account.role) ?? 'viewer';
  const kinds = needs.map(({ kind }) => kind);
  const may = decide(role, 'publish', kinds.length === 0 ? ['ordinary'] : kinds);
  const second = needs.filter(({ kind }) => asksSecond(kind));
  const isApproved = standing?.approvals.some(counts) ?? false;
  const mustAsk = (second.length > 0 && !isApproved) || may === 'no';
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const lawless = problems.filter(isOfLaw);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      setOutcome(await send());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setOutcome({ refused: error.message, problems: error.problems as readonly Problem[] });
    } finally {
      setBusy(false);
      void again();
    }
  }

  async function send(): Promise<Outcome> {
    const saved = await settle();
    if (saved === undefined) return { refused: 'Nothing is changed.', problems: [] };
    const why = `${title.trim()}: ${reason.trim()}`;
    const { hash } = await api.make(saved.id, why);
    const name = hash.slice(0, 8);
    if (mustAsk) {
      const who = second.length > 0 ? 'Somebody else approves it' : 'A publisher publishes it';
      return { said: `Release ${name} is made. ${who}, under Releases.`, isOver: false };
    }
    switch (way) {
      case 'now':
        await api.publish(hash, why);
        return {
          said: `Live: release ${name}. Borrowers get it with the next screen they open.`,
          isOver: true,
        };
      case 'later':
        await api.schedule(hash, fromManila(due), why);
        return { said: `Release ${name} goes live ${writeTime(fromManila(due))}.`, isOver: true };
      case 'gradually': {
        const { basisPoints } = await api.startRollout({
          ...{ release: hash, reason: why, audience: audienceOf(gradual) },
          strategy: strategyOf(gradual),
        });
        const said = `${basisPoints / 100} % of borrowers get release ${name} now. Releases shows how it does.`;
        return { said, isOver: true };
      }
    }
  }

  if (outcome !== undefined && 'said' in outcome && outcome.isOver) {
    return (
      <section aria-label="Publish">
        <h2>Published</h2>
        <p role="status">{outcome.said}</p>
        <button type="button" className="st-primary" onClick={onNewDraft}>
          Begin a new draft
        </button>
      </section>
    );
  }
  return (
    <form className="st-publish" aria-label="Publish" onSubmit={(event) => void submit(event)}>
      <h2>Publish</h2>
      <label className="st-field">
        <span>Title</span>
        <input required maxLength={100} value={title} onChange={({ target }) => setTitle(target.value)} />
      </label>
      <label className="st-field">
        <span>Reason</span>
        <textarea
          ref={place}
          required
          minLength={3}
          maxLength={390}
          rows={3}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <Approval standing={standing} isNeeded={second.length > 0} />
      {mustAsk ? null : (
        <fieldset className="st-ways">
          <legend>Who gets it</legend>
          {(Object.keys(WAYS) as Way[]).map((one) => (
            <label key={one} className="st-choice">
              <input type="radio" name={`${id}-way`} checked={way === one} onChange={() => setWay(one)} />
              <span>{WAYS[one]}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!mustAsk && way === 'later' ? (
        <label className="st-field">
          <span>Date and time in Manila</span>
          <input type="datetime-local" required value={due} onChange={({ target }) => setDue(target.value)} />
        </label>
      ) : null}
      {!mustAsk && way === 'gradually' ? (
        <GradualFields api={api} value={gradual} onChange={setGradual} />
      ) : null}
      {warnings === 0 ? null : (
        <label className="st-choice">
          <input
            type="checkbox"
            required
            checked={isMeant}
            onChange={({ target }) => setMeant(target.checked)}
          />
          <span>{warnings === 1 ? 'The warning is meant' : `All ${warnings} warnings are meant`}</span>
        </label>
      )}
      {errors === 0 ? null : (
        <p className="st-bar">
          {errors === 1 ? 'An error is' : `${errors} errors are`} in the way: nothing can be published.
        </p>
      )}
      {lawless.length === 0 ? null : (
        <p className="st-bar">
          {lawless.length === 1 ? 'A warning is' : `${lawless.length} warnings are`} a matter of law: its
          reason is written under Warnings first.
        </p>
      )}
      <DeniedPictures denied={denied} onShow={props.onShow} />
      {isWhole ? null : (
        <p role="status" className="st-soft">
          All screens are being read.
        </p>
      )}
      <button
        type="submit"
        className="st-primary"
        disabled={
          isBusy ||
          errors > 0 ||
          denied.length + lawless.length > 0 ||
          !isWhole ||
          !isChanged ||
          role === 'viewer'
        }
      >
        {mustAsk ? (second.length > 0 ? 'Ask for approval' : 'Hand over to a publisher') : BUTTONS[way]}
      </button>
      <Said outcome={outcome} onSelect={onSelect} />
    </form>
  );
}

/** What colleagues say is wrong with pictures: until it looks otherwise, or is accepted, nobody gets it. */
export function DeniedPictures({
  denied,
  onShow,
}: Pick<PublishProps, 'onShow'> & { readonly denied: readonly PictureReview[] }) {
  if (denied.length === 0) return null;
  return (
    <div className="st-bar" role="status">
      <p>
        {denied.length === 1 ? 'A picture is' : `${denied.length} pictures are`} denied: nothing can be
        published.
      </p>
      <ul className="st-denied">
        {denied.map(({ state, actor, note }) => (
          <li key={state}>
            <button type="button" className="st-problem" onClick={() => onShow?.(state)}>
              {state}: {note} ({actor})
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const BUTTONS: { readonly [way in Way]: string } = {
  now: 'Publish now',
  later: 'Schedule',
  gradually: 'Start the rollout',
};

function Approval({
  standing,
  isNeeded,
}: {
  readonly standing: WholeRelease | undefined;
  readonly isNeeded: boolean;
}) {
  if (!isNeeded) return null;
  if (standing === undefined) return <p className="st-soft">Somebody else must approve this first.</p>;
  const { approvals, hash, actor } = standing;
  const waits = (
    <p role="status" className="st-soft">
      Release {hash.slice(0, 8)} of {actor} waits for somebody else&apos;s approval.
    </p>
  );
  return (
    <>
      {approvals.some(counts) ? null : waits}
      {approvals.map((approval) => (
        <p key={approval.actor} role="status">
          Approved by {approval.actor}, {writeTime(approval.at)}: {approval.reason}{' '}
          <ApprovalNote approval={approval} />
        </p>
      ))}
    </>
  );
}

function Said({
  outcome,
  onSelect,
}: {
  readonly outcome: Outcome | undefined;
  readonly onSelect: PublishProps['onSelect'];
}) {
  if (outcome === undefined) return null;
  if ('said' in outcome) return <p role="status">{outcome.said}</p>;
  return (
    <div role="alert">
      <p>{outcome.refused}</p>
      <ul className="st-changes">
        {outcome.problems.map(({ file, line, column, pointer, code, message }) => (
          <li key={`${file} ${line} ${column} ${code}`}>
            <button type="button" className="st-problem" onClick={() => onSelect({ file, pointer })}>
              {file}:{line}:{column} {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
