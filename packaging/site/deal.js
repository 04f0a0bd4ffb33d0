/**
 * `<manni-deal>`: a link with a deal in somebody's page, in whose place the board shows that deal
 * with its values. Without this script the link is left.
 */

customElements.define(
  "manni-deal",
  class extends HTMLElement {
    connectedCallback() {
      const link = this.querySelector("a");
      if (link) {
        const frame = document.createElement("iframe");
        frame.src = link.href;
        frame.title = link.textContent ?? "";
        frame.loading = "lazy";
        frame.style.cssText = "border: 0; display: block; height: 100%; width: 100%";
        this.style.display = "block";
        this.style.height ||= "800px";
        this.replaceChildren(frame);
      }
    }
  },
);
