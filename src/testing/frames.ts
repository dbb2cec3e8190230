/**
 * jsdom loads no pages into frames. This fires the load event of each frame.
 *
 * @param isOn - Whether the network is on; read when a frame is rendered.
 * @returns A function that stops watching.
 */
export function watchFrames(document: Document, isOn: () => boolean): () => void {
  const observer = new MutationObserver((changes) => {
    if (!isOn()) return;
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const frame of [...(node.matches('iframe') ? [node] : []), ...node.querySelectorAll('iframe')])
          frame.dispatchEvent(new Event('load'));
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
