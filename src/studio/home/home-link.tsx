import { useQuery } from '@tanstack/react-query';
import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import type { Ask } from '../api.ts';
import { KEYS } from '../queries/keys.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { countWaiting } from './home-api.ts';
import './home-link.css';

const EVERY_MS = 60_000;

/** Leads from a draft to Home, with the title of the draft and the number of things that wait. */
export function HomeLink({
  ask,
  title = 'New draft',
}: {
  readonly ask: Ask;
  readonly title: string | undefined;
}) {
  const { data: waits = 0 } = useQuery({
    queryKey: KEYS.waiting,
    queryFn: () => countWaiting(ask),
    refetchInterval: EVERY_MS,
  });
  const words = waits === 0 ? '' : waits === 1 ? ', 1 waits for you' : `, ${waits} wait for you`;
  return (
    <Tooltip text={`Home, from “${title}”`}>
      <a className="st-home" href={STUDIO_ADDRESS} aria-label={`Home, from ${title}${words}`}>
        <span aria-hidden="true">←</span>
        <span className="st-home-title">{title}</span>
        {waits === 0 ? null : <span className="st-badge">{waits}</span>}
      </a>
    </Tooltip>
  );
}
