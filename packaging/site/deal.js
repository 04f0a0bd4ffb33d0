/**
 * `<manni-deal>`: a link with a deal in somebody's page, above which the board shows that deal with
 * its values. The link stays: for who wants the whole page, and where there is no frame.
 */

customElements.define(
  "manni-deal",
  class extends HTMLElement {
    connectedCallback() {
      const link = this.querySelector("a");
      if (link && !this.querySelector("iframe")) {
        const frame = document.createElement("iframe");
        frame.src = link.href;
        frame.title = link.textContent ?? "";
        frame.loading = "lazy";
        frame.style.cssText = "border: 0; flex: 1";
        this.style.display = "flex";
        this.style.flexDirection = "column";
        this.style.height ||= "800px";
        this.prepend(frame);
      }
    }
  },
);
