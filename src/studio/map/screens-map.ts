import type { ScreenEdge, ScreenGraph } from '#renderer/grammar/screen-graph.ts';

/** A screen on the map. */
export interface MapScreen {
  readonly id: string;
  readonly title: string;
  /** Its title, followed by its id if another screen has the same title. */
  readonly name: string;
  readonly role: ScreenRole | undefined;
  /** Whether it leads to no screen and no other page, and does not go back. */
  readonly isEnd: boolean;
  /** Links from and to this screen, without those to itself. */
  readonly out: readonly ScreenEdge[];
  readonly in: readonly ScreenEdge[];
}

/** `entry`: it has an address, and no other screen leads to it. `unreachable`: it has no address either. */
export type ScreenRole = 'entry' | 'unreachable';

/** Everything that leads from one screen to another. */
export interface MapLink {
  /** The ids of both screens. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** The labels of the buttons and events. */
  readonly by: readonly string[];
  /** Whether the new screen always replaces the old one in the history. */
  readonly replaces: boolean;
}

/** The screens of the map, with their links. @param titleOf - Returns the title of a screen. */
export function readScreens(graph: ScreenGraph, titleOf: (screen: string) => string): readonly MapScreen[] {
  const edges = graph.edges.filter(({ from, to }) => from !== to);
  const titles = new Map(graph.screens.map(({ id }) => [id, titleOf(id)]));
  const isShared = (title: string): boolean =>
    [...titles.values()].filter((other) => other === title).length > 1;
  return graph.screens.map(({ id, paths, isUnreachable, isEnd }) => {
    const title = titles.get(id) ?? id;
    const into = edges.filter(({ to }) => to === id);
    return {
      id,
      title,
      name: isShared(title) ? `${title} (${id})` : title,
      role: isUnreachable ? 'unreachable' : paths.length > 0 && into.length === 0 ? 'entry' : undefined,
      isEnd,
      out: edges.filter(({ from }) => from === id),
      in: into,
    };
  });
}

/** The name of a screen by its id. */
export function screenName(screens: readonly MapScreen[], screen: string): string {
  return screens.find(({ id }) => id === screen)?.name ?? screen;
}

/** The links between screens, one for each pair and direction. */
export function linksOf({ edges }: ScreenGraph): readonly MapLink[] {
  const links = new Map<string, MapLink>();
  for (const { from, to, by, replaces } of edges) {
    if (from === to) continue;
    const key = `${from} ${to}`;
    const known = links.get(key);
    links.set(key, {
      key,
      from,
      to,
      by: [...(known?.by ?? []), by],
      replaces: replaces && known?.replaces !== false,
    });
  }
  return [...links.values()];
}

/** The marks of a screen, as words. */
export function marksOf({ role, isEnd }: MapScreen): readonly string[] {
  return [
    ...(role === 'entry' ? ['entry'] : []),
    ...(role === 'unreachable' ? ['nothing leads here'] : []),
    ...(isEnd ? ['leads nowhere'] : []),
  ];
}
