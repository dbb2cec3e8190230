import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { drawQr } from '#renderer/widgets/image/qr-drawing.ts';
import { decide, type Role } from '#src/review/roles.ts';
import { NEW_LINK } from '#src/shared/operation-bodies.ts';
import type { Ask, Draft } from '../api.ts';
import { Field } from '../forms/field.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failed } from '../queries/failed.tsx';
import { KEYS, putAnswer } from '../queries/keys.ts';
import { writeTime } from '../review/times.ts';
import { createLinksApi, type DraftLink, type NewLink, openLinks } from './links-api.ts';
import './phone.css';

export interface PhoneProps {
  readonly ask: Ask;
  readonly draft: Draft | undefined;
  /** `<screen>/<state>` in the preview; `title` is its label. */
  readonly state: string;
  readonly title: string;
  readonly account: { readonly role: Role };
  /** Resolves when all edits are saved; does not create a draft. @throws Refused. */
  settle(): Promise<Draft | undefined>;
  /** Resolves with the saved draft; creates one if needed. @throws Refused. */
  begin(): Promise<Draft>;
  onClose(): void;
}

const HOURS: readonly (readonly [hours: number, words: string])[] = [
  [1, '1 hour'],
  [8, '8 hours'],
  [24, '1 day'],
];

/** The value of a select is a string. */
const TYPED_LINK = v.pipe(v.object({ hours: v.pipe(v.string(), v.transform(Number)) }), NEW_LINK);

/** Creates links that open the draft on a phone. A link works until it expires or is revoked. */
export function Phone({ ask, draft, state, title, account, settle, begin, onClose }: PhoneProps) {
  const { read, links, made, refused, isBusy, make, revoke } = useLinks({ ask, draft, settle, begin });
  const may = decide(account.role, 'edit') === 'yes';
  const form = useStaffForm({
    schema: TYPED_LINK,
    first: { hours: '24' },
    send: ({ hours }) => make(hours, state),
  });
  const why = form.refused?.message ?? refused;

  return (
    <Dialog title="On a phone" onClose={onClose}>
      <p className="st-soft">
        Everybody who has the link sees this draft, with invented data only, below a line that says that it is
        a draft. It needs no account, lasts a day at most, and nothing done there reaches a borrower.
      </p>
      {may ? (
        <form
          className="st-phone-new"
          aria-label="A new link"
          noValidate
          onSubmit={(event) => void form.submit(event)}
        >
          <span>
            Begins with <strong>{title}</strong>
          </span>
          <Field label="Good for" of={form.field('hours')}>
            {(control) => (
              <select {...control}>
                {HOURS.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <button type="submit" className="st-primary" disabled={form.isSending || isBusy}>
            Make a link
          </button>
        </form>
      ) : null}
      {made === undefined ? null : <Made link={made} />}
      {why === undefined ? null : <p role="alert">{why}</p>}
      {read.isLoadingError ? <Failed what="The open links could not be read." query={read} /> : null}
      <OpenLinks links={links} isBusy={isBusy} onRevoke={may ? revoke : undefined} />
    </Dialog>
  );
}

/** The open links of the draft. */
function useLinks({ ask, draft, settle, begin }: Pick<PhoneProps, 'ask' | 'draft' | 'settle' | 'begin'>) {
  const api = useMemo(() => createLinksApi(ask), [ask]);
  const client = useQueryClient();
  const [made, setMade] = useState<NewLink>();
  const id = draft?.id;
  const read = useQuery({
    queryKey: KEYS.links(id),
    async queryFn() {
      // Listing the links prepares the draft on the server, so save it first.
      const saved = await settle().catch(() => undefined);
      const of = saved?.id ?? id;
      return of === undefined ? NONE : openLinks(await api.list(of), Date.now());
    },
  });
  const revoke = useMutation({
    async mutationFn(link: string) {
      await putAnswer(client, KEYS.links(id), openLinks(await api.revoke(link), Date.now()));
      if (made?.id === link) setMade(undefined);
    },
  });
  return {
    read,
    links: read.data ?? NONE,
    made,
    refused: revoke.error?.message,
    isBusy: revoke.isPending,
    /** @throws Refused. */
    async make(hours: number, state: string): Promise<void> {
      revoke.reset();
      const { id: of } = await begin();
      setMade(await api.make(of, hours, state));
      await client.invalidateQueries({ queryKey: KEYS.links(id) });
    },
    revoke: revoke.mutate,
  };
}

const NONE: readonly DraftLink[] = [];

interface OpenLinksProps {
  readonly links: readonly DraftLink[];
  readonly isBusy: boolean;
  /** Absent if the person may not revoke links. */
  readonly onRevoke: ((link: string) => void) | undefined;
}

function OpenLinks({ links, isBusy, onRevoke }: OpenLinksProps) {
  return (
    <section aria-label="Open links">
      <h3>Open links</h3>
      {links.length === 0 ? <p className="st-soft">There is none.</p> : null}
      <ul className="st-phone-links">
        {links.map((link) => (
          <li key={link.id}>
            <span>
              <strong>{link.state ?? 'What was changed'}</strong>{' '}
              <span className="st-soft">
                until {writeTime(link.until)}, by {link.actor}
              </span>
            </span>
            {onRevoke === undefined ? null : (
              <button type="button" disabled={isBusy} onClick={() => onRevoke(link.id)}>
                Revoke
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A new link. Its address is shown only once. */
function Made({ link }: { readonly link: NewLink }) {
  const address = new URL(link.address, window.location.origin).href;
  const drawing = useMemo(() => drawQr(address), [address]);
  const [isCopied, setCopied] = useState(false);
  return (
    <section className="st-phone-made" aria-label="The new link">
      <svg
        className="st-phone-qr"
        role="img"
        aria-label="QR code of the link"
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      >
        <path d={drawing.path} />
      </svg>
      <div>
        <p>Point a phone’s camera at it, or send the address. It is shown this once.</p>
        <label className="st-field">
          <span>Address</span>
          <input readOnly value={address} onFocus={({ target }) => target.select()} />
        </label>
        <button
          type="button"
          onClick={() =>
            // Without https there is no clipboard API; the address can be copied by hand.
            void navigator.clipboard?.writeText(address).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          Copy
        </button>{' '}
        <span role="status">{isCopied ? 'Copied' : ''}</span>
      </div>
    </section>
  );
}
