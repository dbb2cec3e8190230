import type { SurfacePort } from './ports.ts';

/** Surfaces that widgets open by themselves, the last one on top: Back closes that first. */
export function createCovers(surface: SurfacePort) {
  let open: readonly Cover[] = [];
  const countOverlays = () => surface.get().overlays.length;

  function keep(covers: readonly Cover[]): void {
    open = covers;
    surface.set({ isCovered: covers.length > 0 });
  }

  return {
    add(close: () => void): () => void {
      const cover = { close, above: countOverlays() };
      keep([...open, cover]);
      return () => keep(open.filter((other) => other !== cover));
    },
    closeTop(): boolean {
      const top = open.at(-1);
      if (top === undefined || top.above < countOverlays()) return false;
      top.close();
      return true;
    },
  };
}

interface Cover {
  close(): void;
  /** How many overlays were open before it: those that came later lie on it. */
  readonly above: number;
}
