/**
 * jsdom fires no load or error events for images. This loads images of our own origin and fires the event; an image
 * of another origin is not loaded and counts as present.
 *
 * @param ask - Whether an image exists at a path of our own origin.
 * @returns A function that stops watching.
 */
export function watchImages(document: Document, ask: (path: string) => Promise<boolean>): () => void {
  const told = new WeakMap<Element, string>();
  const look = async (image: HTMLImageElement): Promise<void> => {
    const address = image.getAttribute('src') ?? '';
    if (address === '' || told.get(image) === address) return;
    told.set(image, address);
    const { origin, pathname, search } = new URL(address, document.baseURI);
    const isOurs = origin === new URL(document.baseURI).origin;
    const isThere = !isOurs || (await ask(pathname + search));
    if (image.getAttribute('src') === address) image.dispatchEvent(new Event(isThere ? 'load' : 'error'));
  };
  const lookIn = (node: Node): void => {
    if (!(node instanceof Element)) return;
    for (const image of [...(node.matches('img') ? [node] : []), ...node.querySelectorAll('img')])
      void look(image as HTMLImageElement);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') lookIn(target);
      else addedNodes.forEach(lookIn);
    }
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['src'],
  });
  return () => observer.disconnect();
}
