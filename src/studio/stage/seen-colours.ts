/** Effective colours, as six hexadecimal digits: translucent layers are blended. */
export interface SeenColours {
  readonly colour: string;
  readonly ground: string;
}

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

export interface Eye {
  /**
   * @param css - A CSS colour.
   * @param on - The element whose background is behind the colour; default: `element`.
   * @returns undefined if the colour is over an image.
   */
  see(element: Element, css: string, on?: Element | null): SeenColours | undefined;
}

/** Computes effective colours from overlapping layers. */
export function createEye(document: Document): Eye {
  const page = document.defaultView;
  const readColour = createColourReader(document);
  return {
    see(element, css, on = element) {
      if (page === null) return undefined;
      const layers: Colour[] = [];
      let opacity = 1;
      let isGround = false;
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const around = page.getComputedStyle(at);
        opacity *= Number(around.opacity);
        isGround ||= at === on;
        if (!isGround || layers.at(-1)?.alpha === 1) continue;
        if (around.backgroundImage !== 'none') return undefined;
        layers.push(readColour(around.backgroundColor));
      }
      const ground = layers.reduceRight(lay, { red: 255, green: 255, blue: 255, alpha: 1 });
      const colour = readColour(css);
      const seen = lay(ground, { ...colour, alpha: colour.alpha * opacity });
      return { colour: writeColour(seen), ground: writeColour(ground) };
    },
  };
}

function lay(ground: Colour, { red, green, blue, alpha }: Colour): Colour {
  const mix = (under: number, over: number) => under * (1 - alpha) + over * alpha;
  return {
    red: mix(ground.red, red),
    green: mix(ground.green, green),
    blue: mix(ground.blue, blue),
    alpha: 1,
  };
}

function writeColour({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Reads any CSS colour by painting it on a canvas. */
function createColourReader(document: Document): (css: string) => Colour {
  const known = new Map<string, Colour>();
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (css) => {
    const read = known.get(css);
    if (read !== undefined || context === null) return read ?? { red: 0, green: 0, blue: 0, alpha: 0 };
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const colour = { red, green, blue, alpha: alpha / 255 };
    known.set(css, colour);
    return colour;
  };
}
