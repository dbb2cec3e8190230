/**
 * A DOM without network loads no page into a frame. Tells each frame that its page has loaded.
 *
 * @param isOn - Whether the network lets pages through, asked when a frame is drawn.
 * @returns What ends it.
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
