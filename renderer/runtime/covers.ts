import type { SurfacePort } from './ports/surface.ts';

/** Surfaces that widgets opened themselves, the top one last. Back closes the top one first. */
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
  /** Number of overlays that were open before this surface: later overlays lie above it. */
  readonly above: number;
}
