import { Link } from 'wouter';
import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { NEW_DRAFT } from '#src/shared/studio-address.ts';
import type { StudioScope } from '../use-studio.ts';

/** Opens a new draft. */
export const NEW_DRAFT_ADDRESS = `${STUDIO_ADDRESS}/${NEW_DRAFT}/screens`;

/** Shows that the draft lacks the screen or state of the address, with a link to the first screen. */
export function ScreenNote({ scope }: { readonly scope: StudioScope }) {
  const { screen, states, state, address, isGone, view, hrefToScreen } = scope;
  const [first] = Object.keys(view.good?.screens ?? {});
  if (isGone) {
    return (
      <p role="alert" className="st-bar">
        This draft has no screen “{screen}”.{' '}
        {first === undefined ? null : <Link href={hrefToScreen(first)}>Open “{first}”</Link>}
      </p>
    );
  }
  const isOther = address.state !== undefined && states.length > 0 && state?.name !== address.state;
  return isOther ? (
    <p role="alert" className="st-bar">
      “{screen}” has no state “{address.state}”: this is “{state?.title}”.
    </p>
  ) : null;
}

/** Shown for an address below `/studio` that no route matches. */
export function NoSuchAddress() {
  return <Unopened title="There is nothing at this address" why="The link may be incomplete." />;
}

export interface UnopenedProps {
  readonly title: string;
  readonly why: string;
}

/** Shown instead of the studio if it cannot be opened. */
export function Unopened({ title, why }: UnopenedProps) {
  return (
    <main className="st-unopened">
      <h1>{title}</h1>
      <p role="alert">{why}</p>
      <p>
        <a href={STUDIO_ADDRESS}>Home</a> <a href={NEW_DRAFT_ADDRESS}>New draft</a>{' '}
        <button type="button" onClick={() => window.location.reload()}>
          Try again
        </button>
      </p>
    </main>
  );
}
