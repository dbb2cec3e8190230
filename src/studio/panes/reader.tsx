import { useQuery } from '@tanstack/react-query';
import { walkScreen } from '#renderer/grammar/compile/complete.ts';
import { needsOf } from '#renderer/grammar/since.ts';
import { checkCompatibility } from '#renderer/grammar/verdict.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { documentOf, placeOf } from '../model/nodes.ts';
import { itemAt, outlineOf, type Selection, titleOf } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { KEYS } from '../queries/keys.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';

export interface ReaderSaysProps {
  readonly view: WorkspaceView;
  readonly screen: string;
  /** Grammar version of the page; older than the newest. */
  readonly reader: number;
  readonly releases: Pick<ReleasesApi, 'listReaders'>;
  onSelect(place: Selection): void;
}

/** How a page with an older grammar shows the screen, and how many people have such a page. */
export function ReaderSays({ view, screen, reader, releases, onSelect }: ReaderSaysProps) {
  const { data: used } = useQuery({ queryKey: KEYS.readers, queryFn: releases.listReaders });
  const plan = view.good?.screens[screen]?.plan;
  if (plan === undefined) return null;
  const { verdict, nodes } = checkCompatibility(plan, reader);
  const isUsed = used?.includes(reader) ?? false;
  const lacking = nodes.length > 0 ? nodes.map((node) => ({ node, what: '' })) : lackOf(plan, reader);
  const places = lacking.flatMap(({ node, what }) => {
    const place = node === undefined ? undefined : placeOf(view, screen, node);
    return place === undefined ? [] : [{ ...place, what }];
  });
  const unplaced = lacking.filter(({ node }) => node === undefined).map(({ what }) => what);
  return (
    <div role="status" className={verdict === 'shows' ? 'st-reader' : 'st-reader st-bar'}>
      <p>
        A page of grammar {reader} {WORDS[verdict]}
        {unplaced.length === 0 ? '' : `: it does not know ${unplaced.join(', ')}`}.
        {verdict === 'refuses' && isUsed ? ' Such pages are in use, so this cannot be published.' : ''}
        {used !== undefined && !isUsed ? ' No such page is in use.' : ''}
      </p>
      {places.length === 0 ? null : (
        <ul>
          {places.map(({ what, ...place }) => (
            <li key={`${place.file} ${place.pointer} ${what}`}>
              <button type="button" onClick={() => onSelect(place)}>
                {[nameOf(view, place), what].filter((words) => words !== '').join(': ')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const WORDS = {
  shows: 'shows this screen as it is',
  'shows-with-fallback': 'shows this screen without these, or with what they say in their place',
  refuses: 'refuses the whole screen',
} as const;

/** Features of the plan that the older page does not know; empty if the page can show the plan. */
function lackOf(plan: Plan, reader: number): readonly { readonly node?: string; readonly what: string }[] {
  if (plan.grammar <= reader) return [];
  const needs = [...needsOf(walkScreen(plan), plan.endpoints)].filter(
    ({ since, isSpared }) => since > reader && !isSpared,
  );
  return needs.map(({ node, what }) => ({ ...(node !== undefined && { node }), what }));
}

function nameOf(view: WorkspaceView, { file, pointer }: Selection): string {
  const item = itemAt(outlineOf(file, documentOf(view, file)), pointer);
  return item === undefined ? pointer : titleOf(item);
}
