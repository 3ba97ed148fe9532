// The frame around a shown page, as an element of NiceGUI: between Python and shown_page.js.
export default {
  template: `
    <iframe
      ref="frame"
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
      allow=""
      :title="title"
      :src="address"
    ></iframe>
  `,
  props: {
    address: String,
    title: String,
    marks: Array,
    hovered: Array,
    first: Array,
  },
  mounted() {
    window.addEventListener("message", this.receive);
  },
  beforeUnmount() {
    window.removeEventListener("message", this.receive);
  },
  watch: {
    marks() {
      this.sendMarks();
    },
  },
  methods: {
    receive(event) {
      // a sandboxed frame has the origin "null"; so has any other, but not this window
      if (event.source !== this.$refs.frame.contentWindow || event.origin !== "null") return;
      const { kind, node } = event.data ?? {};
      if (!Number.isInteger(node)) return;
      if (kind === "ready") {
        this.sendMarks();
        this.openAt(this.first);
      }
      if (["ready", "pick", "hover", "focus", "covered"].includes(kind)) this.$emit(kind, node);
    },
    send(message) {
      // an opaque origin cannot be named; the policy of the window lets no other page be there
      this.$refs.frame?.contentWindow?.postMessage(message, "*");
    },
    sendMarks() {
      // plain arrays: what Vue watches cannot be sent
      this.send({ kind: "marks", marks: JSON.parse(JSON.stringify(this.marks)) });
    },
    hover(nodes) {
      this.send({ kind: "hover", nodes });
    },
    openAt(places) {
      if (places.length > 0) this.send({ kind: "open", places: JSON.parse(JSON.stringify(places)) });
    },
    scrollTo(node) {
      this.send({ kind: "scroll", node });
    },
  },
};
