// Runs looks in WebGL2: the passes that `tintype export LOOK --to glsl -o look.json` writes.
//
//   const tintype = new Tintype(document.querySelector('canvas'))
//   const look = tintype.load(await (await fetch('look.json')).json())
//   tintype.photo(image)
//   look.set({ strength: 0.5 }).render()
//
// One context serves any number of looks and one photo. Errors are thrown, with the reason in the message.

const single = Math.fround
const tiny = 1.17549435e-38
const angle = (x) => (Math.abs(x) <= 65536 ? x : 0)
const encoded = (x) => (x > 0 ? (x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055) : 0)

/** What the numbers of a description are computed by: each rounds to single precision, as a render does. */
const operations = {
  add: (a, b) => single(a + b), subtract: (a, b) => single(a - b), multiply: (a, b) => single(a * b),
  divide: (a, b) => single(a / b), multiplyAdd: (a, b, c) => single(a * b + c), negate: (a) => -a,
  minimum: (a, b) => (a < b ? a : b), maximum: (a, b) => (a > b ? a : b), absolute: Math.abs, floor: Math.floor,
  squareRoot: (a) => single(Math.sqrt(a)), exp2: (a) => single(2 ** a) || 0,
  log2: (a) => single(Math.log2(a > tiny ? Math.min(a, 2 ** 128) : tiny)),
  power: (a, b) => (a >= tiny ? single(Math.min(a, 2 ** 128) ** b) || 0 : 0),
  sine: (a) => single(Math.sin(angle(a))), cosine: (a) => single(Math.cos(angle(a))),
  arcTangent: (a) => single(Math.atan(a)) || 0,
  srgbCode: (a) => single(Math.floor(Math.min(encoded(a), 1) * 255 + 0.5) / 255),
  less: (a, b) => a < b, lessOrEqual: (a, b) => a <= b, equal: (a, b) => a === b,
  and: (a, b) => a && b, or: (a, b) => a || b, not: (a) => !a, select: (a, b, c) => (a ? b : c),
}

const corner = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }`

/** A canvas with its context, the photo, and the looks that are drawn into it. */
export class Tintype {
  /**
   * Takes a canvas, which gets the size of each result; throws without WebGL2, or where it draws into no textures of
   * floats. `onRestore` is called when a lost context is back: render again.
   */
  constructor(canvas, { onRestore = () => {} } = {}) {
    const listeners = {
      webglcontextlost: (event) => { event.preventDefault(); this.isLost = true },
      webglcontextrestored: () => { this.#start(); onRestore() },
    }
    Object.assign(this, { canvas, listeners, looks: new Set() })
    for (const [name, listener] of Object.entries(listeners)) canvas.addEventListener(name, listener)
    this.#start()
  }

  #start() {
    const options = { premultipliedAlpha: false, antialias: false, depth: false, preserveDrawingBuffer: true }
    const gl = this.gl = this.canvas.getContext('webgl2', options)
    if (!gl) throw new Error('This browser has no WebGL2.')
    /** 'float', or 'half' where passes store half precision, which costs a code or two of 8 bits. */
    this.precision = gl.getExtension('EXT_color_buffer_float') ? 'float' : 'half'
    if (this.precision === 'half' && !gl.getExtension('EXT_color_buffer_half_float')) {
      throw new Error('WebGL2 draws into no textures of floats here.')
    }
    Object.assign(this, { isLost: false, pool: new Map(), programs: new Map(), source: null })
    this.framebuffer = gl.createFramebuffer()
    gl.disable(gl.DITHER)
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
    for (const look of this.looks) look.start()
    if (this.image) this.photo(this.image)
  }

  /**
   * Takes the photo that looks are rendered of: what a texture can be made of, or `{width, height, data}` with red,
   * green, blue and straight alpha from the top left, as bytes or as floats from 0 to 1.
   */
  photo(image) {
    this.image = image
    if (this.isLost) return
    this.free(this.source)
    this.source = this.upload(image)
  }

  /** Compiles a description; throws for another format, and for shaders that the browser does not take. */
  load(description) { return new Look(this, description) }

  /** Gives everything back; the canvas keeps its pixels. */
  dispose() {
    for (const [name, listener] of Object.entries(this.listeners)) this.canvas.removeEventListener(name, listener)
    this.gl.getExtension('WEBGL_lose_context')?.loseContext()
    this.looks.clear()
  }

  // What follows is for looks.

  /** The program of a shader, whose uniforms are listed with the functions that set them. */
  program({ shader: lines, uniforms }) {
    const { gl } = this
    const text = lines.join('\n')
    if (this.programs.has(text)) return this.programs.get(text)
    const program = gl.createProgram()
    const check = (isWell, log) => { if (!isWell && !gl.isContextLost()) throw new Error(`${lines[1]}: ${log}`) }
    for (const [type, source] of [[gl.VERTEX_SHADER, corner], [gl.FRAGMENT_SHADER, text]]) {
      const shader = gl.createShader(type)
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      check(gl.getShaderParameter(shader, gl.COMPILE_STATUS), gl.getShaderInfoLog(shader))
      gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    check(gl.getProgramParameter(program, gl.LINK_STATUS), gl.getProgramInfoLog(program))
    const made = { program, uniforms: uniforms.map((one) => [...one, gl.getUniformLocation(program, one[0])]) }
    this.programs.set(text, made)
    return made
  }

  /** A picture of a rectangle of the photo: 1 to 4 channels of floats, or 'bytes'. */
  take(x, y, width, height, channels) {
    const { gl } = this
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE)
    if (Math.max(width, height) > most) {
      throw new RangeError(`A picture of ${width} x ${height} is larger than ${most} pixels; take a smaller photo.`)
    }
    const key = `${width} ${height} ${channels}`
    let texture = this.pool.get(key)?.pop()
    if (!texture) {
      const format = ['R', 'RG', 'RGBA', 'RGBA'][channels - 1] + (this.precision === 'float' ? '32F' : '16F')
      texture = this.texture(gl.TEXTURE_2D)
      const kind = channels === 'bytes' ? gl.RGBA8 : gl[format]
      gl.texStorage2D(gl.TEXTURE_2D, 1, kind, Math.max(width, 1), Math.max(height, 1))
    }
    return { texture, key, x, y, width, height, channels }
  }

  /** Lets another picture of the same size have the texture. */
  free(picture) {
    if (!picture) return
    this.free(picture.half)
    this.pool.set(picture.key, [...(this.pool.get(picture.key) ?? []), picture.texture])
  }

  texture(target) {
    const { gl } = this
    const texture = gl.createTexture()
    gl.bindTexture(target, texture)
    for (const name of ['MIN', 'MAG']) gl.texParameteri(target, gl[`TEXTURE_${name}_FILTER`], gl.NEAREST)
    return texture
  }

  upload(image) {
    const { gl } = this
    const width = image.videoWidth || image.naturalWidth || image.displayWidth || image.width
    const height = image.videoHeight || image.naturalHeight || image.displayHeight || image.height
    if (!(width > 0 && height > 0)) throw new Error('The picture has no pixels (yet).')
    const isFloat = image.data instanceof Float32Array
    const picture = this.take(0, 0, width, height, isFloat ? 4 : 'bytes')
    const data = ArrayBuffer.isView(image.data) ? image.data : null
    const pixels = !data ? image : isFloat ? data : new Uint8Array(data.buffer, data.byteOffset, data.length)
    const type = isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE
    gl.bindTexture(gl.TEXTURE_2D, picture.texture)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, type, pixels)
    return picture
  }

  /** Draws a picture by a program, whose uniforms and pictures have names. */
  draw({ program, uniforms }, target, values, pictures) {
    const { gl } = this
    this.attach(target)
    gl.viewport(0, 0, target.width, target.height)
    if (!(target.width * target.height)) gl.clear(gl.COLOR_BUFFER_BIT)
    gl.useProgram(program)
    let unit = 0
    for (const [name, setter, location] of uniforms) {
      const { x, y, texture } = name === 'origin' ? target : pictures[name.replace(/^origin_/, '')] ?? {}
      if (gl[setter]) gl[setter](location, [values[name] ?? [x, y]].flat())
      else {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl[setter.replace('sampler', 'TEXTURE_')], texture)
        gl.uniform1i(location, unit++)
      }
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    return target
  }

  attach({ texture }) {
    const { gl } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  }

  /** Copies a picture into the canvas, whose first row is the last one in WebGL. */
  show(picture) {
    const { gl, canvas } = this
    const { width, height } = picture
    // Setting a size clears the canvas.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    this.attach(picture)
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
    gl.blitFramebuffer(0, 0, width, height, 0, height, width, 0, gl.COLOR_BUFFER_BIT, gl.NEAREST)
  }
}

/** A look with values for its parameters; `Tintype.load` makes it. */
export class Look {
  constructor(host, description) {
    const { format, language, parameters } = description
    if (format !== 'tintype-passes 4' || language !== 'glsl') throw new Error(`No GLSL passes: ${format}, ${language}`)
    /** `values` has the value of each open parameter, one number a lane, by name. */
    const values = Object.fromEntries(parameters.map((one) => [one.name, one.default]))
    Object.assign(this, { host, description, values, images: new Map() })
    this.start()
    host.looks.add(this)
  }

  start() {
    const { host, host: { gl }, description: { filters, passes, textures } } = this
    Object.assign(this, { result: null, inputs: {}, filters: {}, tables: {} })
    for (const [name, filter] of Object.entries(filters)) this.filters[name] = host.program(filter)
    this.programs = passes.map((pass) => pass.shader && host.program(pass))
    for (const { name, size, channels, data } of textures) {
      const numbers = new Float32Array(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).buffer)
      const [target, format] = [gl[`TEXTURE_${size.length}D`], channels === 3 ? 'RGB' : 'RGBA']
      this.tables[name] = { texture: host.texture(target) }
      gl[`texImage${size.length}D`](target, 0, gl[format + '32F'], ...size, 0, gl[format], gl.FLOAT, numbers)
    }
    for (const [name, image] of this.images) this.picture(name, image)
  }

  /**
   * Sets parameters by name: a number, truth, or one number a lane, in the numbers of `default` and `range` of the
   * description. Throws a RangeError for an unknown name, and for a wrong number of lanes.
   */
  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const lanes = [value].flat().map(Number)
      const count = Object.hasOwn(this.values, name) && this.values[name].length
      if (!count) throw new RangeError(`'${this.description.name}' has no open parameter '${name}'.`)
      if (lanes.length !== count || lanes.some(Number.isNaN)) throw new RangeError(`'${name}' takes ${count} numbers.`)
      this.values[name] = lanes
    }
    return this
  }

  /** Gives a picture besides the photo, by its name among `description.inputs`; as for `Tintype.photo`. */
  picture(name, image) {
    const input = this.description.inputs.find((one) => one.name === name)
    if (!input) throw new RangeError(`'${this.description.name}' has no picture '${name}'.`)
    this.images.set(name, image)
    if (this.host.isLost) return this
    this.host.free(this.inputs[input.uniform])
    this.inputs[input.uniform] = this.host.upload(image)
    return this
  }

  /**
   * Draws the photo through the look into the canvas: a frame of a film, 0 for a still, with the photo's own noise from
   * a seed. With `float` the canvas stays as it is, and `pixels` are floats. Gives back the rectangle of the result in
   * the photo, or null while the context is lost.
   */
  render({ frame = 0, seed = 0, float = false } = {}) {
    const { host, description: { name: look, passes, inputs, parameters } } = this
    if (host.isLost) return null
    if (!host.source) throw new Error('There is no photo yet.')
    for (const { name, uniform } of inputs) if (!this.inputs[uniform]) throw new Error(`'${look}' needs '${name}'.`)
    const [uniforms, values] = [{ frame, photoSeed: seed }, { __proto__: null }]
    for (const { name, uniform, type } of parameters) {
      // A seed below 0 is the photo's own.
      const lanes = type === 'seed' && this.values[name][0] < 0 ? [seed] : this.values[name]
      uniforms[uniform] = values[name] = lanes.map(type === 'bool' ? Boolean : single)
    }
    const numbers = this.#numbers(values, frame)
    const pictures = { ...this.tables, ...this.inputs, source: host.source }
    host.free(this.result)
    passes.forEach((pass, index) => {
      for (const { uniform, lanes } of pass.settings ?? []) uniforms[uniform] = lanes.map((place) => numbers[place])
      const channels = index === passes.length - 1 && !float ? 'bytes' : pass.channels
      const box = (pass.box ?? []).map((place) => numbers[place])
      const made = pass.filter
        ? this[pass.filter](pictures[pass.reads[0].name], numbers[pass.amount])
        : host.draw(this.programs[index], host.take(...box, channels), uniforms, pictures)
      // A filter may give back what it has read.
      made.uses = (made.uses ?? 0) + pass.uses
      pictures[pass.name] = made
      for (const { name } of pass.reads) if (pictures[name].uses && !--pictures[name].uses) host.free(pictures[name])
    })
    Object.assign(this, { result: pictures.result, isFloat: float })
    if (!float) host.show(this.result)
    const { x, y, width, height } = this.result
    return { x, y, width, height }
  }

  /** The last result from the top left: red, green, blue, straight alpha; floats if `render` was asked for them. */
  pixels() {
    const { host, host: { gl }, result, result: { width, height }, isFloat } = this
    const pixels = new (isFloat ? Float32Array : Uint8Array)(width * height * 4)
    host.attach(result)
    gl.readPixels(0, 0, width, height, gl.RGBA, isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, pixels)
    return pixels
  }

  /** Gives its pictures and tables back. */
  dispose() {
    for (const picture of [this.result, ...Object.values(this.inputs)]) this.host.free(picture)
    for (const { texture } of Object.values(this.tables)) this.host.gl.deleteTexture(texture)
    this.host.looks.delete(this)
  }

  #numbers(values, frame) {
    const sources = [this.host.source, ...this.description.inputs.map((one) => this.inputs[one.uniform])]
    const numbers = []
    const words = {
      frame: () => single(frame), parameter: (name, lane) => values[name][lane],
      bounds: (source, edge) => [0, 0, sources[source].width, sources[source].height][edge],
    }
    for (const entry of this.description.numbers) {
      const [word, ...rest] = [entry].flat()
      if (!Array.isArray(entry)) numbers.push(entry)
      else numbers.push(words[word]?.(...rest) ?? operations[word](...rest.map((place) => numbers[place])))
    }
    return numbers
  }

  // A filter, on columns and rows [x, width, y, height]. It gives back a picture that it would not change.

  blur(picture, sigma) {
    if (sigma < 0.2 || !picture.width || !picture.height) return picture
    const levels = [picture]
    let scale = 1
    for (; sigma / scale >= 4; scale *= 2) {
      const { x, y, width, height } = levels[0]
      levels[0].half ??= this.#twice('halve', levels[0], [...halved(x, width), ...halved(y, height)])
      levels.unshift(levels[0].half)
    }
    const rest = (sigma * sigma - (2 * (scale * scale - 1)) / 3) / (scale * scale)
    const values = { reach: Math.min(Math.ceil(4 * Math.sqrt(rest)), 16), falloff: Math.LOG2E / (2 * rest) }
    const start = this.#twice('weigh', levels[0], sides(levels[0]), values)
    return levels.slice(1).reduce((made, level) => {
      const wide = this.#twice('double', made, sides(level))
      this.host.free(made)
      return wide
    }, start)
  }

  /** A filter along both axes: doubling goes down first, the others across. */
  #twice(name, picture, [x, width, y, height], values = {}) {
    const isDown = name === 'double'
    const first = isDown ? [picture.x, picture.width, y, height] : [x, width, picture.y, picture.height]
    const axis = isDown ? [0, 1] : [1, 0]
    const between = this.#run(name, picture, first, { ...values, axis })
    const made = this.#run(name, between, [x, width, y, height], { ...values, axis: [axis[1], axis[0]] })
    this.host.free(between)
    return made
  }

  #run(name, picture, [x, width, y, height], values) {
    const target = this.host.take(x, y, width, height, picture.channels)
    return this.host.draw(this.filters[name], target, values, { picture })
  }
}

const sides = ({ x, y, width, height }) => [x, width, y, height]

/** The range of a halved picture along an axis: behind its ends it is of one color. */
const halved = (start, count) => [(start - 2) >> 1, ((start + count + 2) >> 1) + 1 - ((start - 2) >> 1)]
