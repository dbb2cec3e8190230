import type { HiddenText, WordsPlace } from './scene.ts';

/** CSS properties that the inline editor copies from the text. */
const LOOKS = [
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'fontVariantNumeric',
  'letterSpacing',
  'lineHeight',
  'textTransform',
  'textAlign',
  'color',
] as const;
/** Text narrower or lower than this, in CSS pixels, is for screen readers only. */
const LEAST = 2;

/**
 * Hides a text of a node so that the inline editor can cover it.
 *
 * @param elementsOf - The node's current elements; an edit can replace them.
 * @param pointed - The element under the pointer, which must be the text; absent: the first match.
 */
export function hideText(
  elementsOf: () => readonly Element[],
  words: string,
  pointed?: Element,
): HiddenText | undefined {
  const all = findTexts(elementsOf(), words);
  const nth = pointed === undefined ? 0 : all.findIndex((text) => isOf(text, pointed));
  let text = all[nth];
  if (text === undefined) return undefined;
  let hidden: HTMLElement | undefined;

  const showAgain = (): void => {
    hidden?.style.removeProperty('-webkit-text-fill-color');
  };
  /** Hides only the letters, so that an icon beside them stays visible. */
  const hide = ({ parentElement }: Text): void => {
    if (!(parentElement instanceof HTMLElement) || parentElement === hidden) return;
    showAgain();
    hidden = parentElement;
    hidden.style.setProperty('-webkit-text-fill-color', 'transparent');
  };

  hide(text);
  return {
    showAgain,
    place(now) {
      if (text?.isConnected !== true) text = findTexts(elementsOf(), now)[nth];
      if (text === undefined) return undefined;
      hide(text);
      return placeOf(text);
    },
  };
}

function findTexts(elements: readonly Element[], words: string): readonly Text[] {
  const wanted = plain(words);
  const found = new Set<Text>();
  for (const element of elements) {
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const { currentNode } = walker;
      if (currentNode instanceof Text && plain(currentNode.data) === wanted && isSeen(currentNode))
        found.add(currentNode);
    }
  }
  return [...found];
}

/** The text with collapsed white space, as it is rendered. */
function plain(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}

function isSeen(text: Text): boolean {
  const { width, height } = rectsOf(text).getBoundingClientRect();
  return width > LEAST && height > LEAST;
}

/** Whether the element contains only this text, such as a button around its label. */
function isOf(text: Text, pointed: Element): boolean {
  return pointed.contains(text) && plain(pointed.textContent) === plain(text.data);
}

function rectsOf(text: Text): Range {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range;
}

function placeOf(text: Text): WordsPlace | undefined {
  const { parentElement } = text;
  if (parentElement === null) return undefined;
  const range = rectsOf(text);
  const all = range.getBoundingClientRect();
  const lines = range.getClientRects();
  const line = lines[0]?.height ?? 0;
  const style = getComputedStyle(parentElement);
  // The text is centred in its line box, which can be higher.
  const lineHeight = Number.parseFloat(style.lineHeight) || line;
  const above = (lineHeight - line) / 2;
  const isOneLine = all.height < line * 1.5;
  const across = isOneLine ? all : lineBox(parentElement);
  return {
    left: across.left,
    width: across.width,
    top: all.top - above,
    height: all.height + 2 * above,
    isOneLine,
    keepsLines: !['normal', 'nowrap'].includes(style.whiteSpace),
    look: Object.fromEntries(LOOKS.map((name) => [name, style[name]])),
  };
}

/** The block in which the lines wrap. */
function lineBox(element: Element): { readonly left: number; readonly width: number } {
  let block = element;
  while (getComputedStyle(block).display === 'inline' && block.parentElement !== null)
    block = block.parentElement;
  const { left, width } = block.getBoundingClientRect();
  const style = getComputedStyle(block);
  const [before, behind] = [
    Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth),
    Number.parseFloat(style.paddingRight) + Number.parseFloat(style.borderRightWidth),
  ];
  return { left: left + before, width: width - before - behind };
}
