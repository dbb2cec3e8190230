import type { LiftedWords, WordsPlace } from './scene.ts';

/** Of how letters look, what whoever writes over them takes from there. */
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
/** Less is drawn for those alone who hear the screen. */
const LEAST = 2;

/**
 * Takes words out of sight, for whoever writes them where they stand.
 *
 * @param elementsOf - What the node has drawn by now: an edit may have drawn it anew.
 * @param pointed - What a pointer is on, which has to be the words themselves; absent: the first that are found.
 */
export function liftWords(
  elementsOf: () => readonly Element[],
  words: string,
  pointed?: Element,
): LiftedWords | undefined {
  const all = findTexts(elementsOf(), words);
  const nth = pointed === undefined ? 0 : all.findIndex((text) => isOf(text, pointed));
  let text = all[nth];
  if (text === undefined) return undefined;
  let hidden: HTMLElement | undefined;

  const lay = (): void => {
    hidden?.style.removeProperty('-webkit-text-fill-color');
  };
  /** Its letters and nothing else of it: a picture beside them stays. */
  const hide = ({ parentElement }: Text): void => {
    if (!(parentElement instanceof HTMLElement) || parentElement === hidden) return;
    lay();
    hidden = parentElement;
    hidden.style.setProperty('-webkit-text-fill-color', 'transparent');
  };

  hide(text);
  return {
    lay,
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

/** As it is drawn: lines are broken elsewhere than they are written. */
function plain(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}

function isSeen(text: Text): boolean {
  const { width, height } = rectsOf(text).getBoundingClientRect();
  return width > LEAST && height > LEAST;
}

/** Whether something is the words, or says nothing else: a button around its label. */
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
  // Letters stand in the middle of their line, which may be higher than they are.
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

/** Where what lays the lines has room for them. */
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
