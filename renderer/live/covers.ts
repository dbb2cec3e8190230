import type { SurfacePort } from './live.ts';

/** Surfaces that widgets open by themselves, the last one on top: Back closes that first. */
export function createCovers(surface: SurfacePort) {
  let open: readonly (() => void)[] = [];

  function keep(covers: readonly (() => void)[]): void {
    open = covers;
    surface.set({ isCovered: covers.length > 0 });
  }

  return {
    add(close: () => void): () => void {
      const cover = () => close();
      keep([...open, cover]);
      return () => keep(open.filter((other) => other !== cover));
    },
    closeTop(): boolean {
      const top = open.at(-1);
      top?.();
      return top !== undefined;
    },
  };
}
