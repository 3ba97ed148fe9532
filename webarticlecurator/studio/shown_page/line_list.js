// A list of lines that are lit together with what they come from. The window is told which line the
// pointer or the keyboard is at, and which one is chosen.
export default {
  template: `
    <div class="line-list" role="listbox" tabindex="0" :aria-label="name" :aria-activedescendant="activeId"
      @mouseover="point" @mouseleave="tell('hover', -1)" @click="choose" @keydown="move">
      <div v-for="(line, number) in lines" :key="number" :id="idOf(number)" role="option"
        :aria-selected="number === active" :data-number="number"
        :class="['line', line[3], { lit: lit.includes(number), active: number === active }]">
        <span v-if="line[0]" class="line-label">{{ line[0] }}</span>
        <span class="line-text" :style="line[4] ? { paddingLeft: line[4] + 'em' } : null">{{ line[1] }}</span>
        <span v-if="line[2]" class="line-note">{{ line[2] }}</span>
      </div>
    </div>`,
  props: { name: String, lines: Array },
  data: () => ({ lit: [], active: -1, told: -1 }),
  computed: {
    activeId() {
      return this.active < 0 ? null : this.idOf(this.active);
    },
  },
  watch: {
    lines() {
      this.lit = [];
      this.active = -1;
    },
  },
  methods: {
    idOf(number) {
      return `${this.$attrs.id ?? "l"}-${number}`;
    },
    tell(kind, number) {
      if (kind === "hover") {
        if (number === this.told) return;
        this.told = number;
      }
      this.$emit(kind, number);
    },
    numberOf(event) {
      const line = event.target.closest("[data-number]");
      return line === null ? -1 : Number(line.dataset.number);
    },
    point(event) {
      this.tell("hover", this.numberOf(event));
    },
    choose(event) {
      const number = this.numberOf(event);
      if (number < 0) return;
      this.active = number;
      this.tell("choose", number);
    },
    move(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
      if (event.key === "Enter" || event.key === " ") {
        if (this.active >= 0) this.tell("choose", this.active);
      } else if (event.key in steps) {
        const last = this.lines.length - 1;
        this.active = Math.min(Math.max(this.active + steps[event.key], 0), last);
        this.show(this.active);
        this.tell("hover", this.active);
      } else return;
      event.preventDefault();
    },
    // called by the window
    light(numbers, isShown) {
      this.lit = numbers;
      if (isShown && numbers.length) this.show(numbers[0]);
    },
    show(number) {
      const list = this.$el;
      const line = list.querySelector(`[data-number="${number}"]`);
      if (line === null) return;
      const top = line.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = top - list.clientHeight / 3;
    },
  },
};
