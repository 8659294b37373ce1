import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import choices from "../../../design/forms/Choices.module.css";
import { TextArea } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import slider from "../../../design/forms/Slider.module.css";
import { imageUrl, LIMITS } from "../model/draft";
import type { DraftImage } from "../types";
import {
  type Crop,
  clamp,
  cropOf,
  type Focus,
  type Frame,
  frameOf,
  frameWith,
  MAX_ZOOM,
  movedFrame,
  ownFrame,
  SHAPES,
  type Shape,
  type Size,
} from "./crop";
import s from "./ImageDialog.module.css";
import { useImageSize } from "./useImageSize";
import { useOwnFile, useShownAt } from "./Verdicts";

interface ImageDialogProps {
  label: string;
  shape: Shape;
  image: DraftImage;
  onDone: (fields: Pick<DraftImage, "alt" | "crop" | "focus">) => void;
  onClose: () => void;
}

type Mode = "crop" | "focus";

/** A press of an arrow key moves by this part of the picture. */
const KEY_STEP = 0.02;

const ARROWS: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

/** Which part of an image is shown, what always stays in view, and what it shows in words. */
export default function ImageDialog({ label, shape, image, onDone, onClose }: ImageDialogProps) {
  const shownAt = useShownAt(image.key);
  // A picture that is judged meanwhile stays as it was opened: nobody crops in fog.
  const [src] = useState(useOwnFile(image.key) ?? shownAt(imageUrl(image.key)));
  const size = useImageSize(src);
  const form = useId();
  return (
    <Dialog
      id="image"
      title={label}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} tone="accent" disabled={size === null}>
            Done
          </Button>
        </>
      }
    >
      {size === null ? (
        <p role="status">Loading the picture…</p>
      ) : (
        <Framing id={form} src={src} size={size} shape={shape} image={image} onDone={onDone} />
      )}
    </Dialog>
  );
}

type FramingProps = Omit<ImageDialogProps, "label" | "onClose"> & { id: string; src: string; size: Size };

function Framing({ id, src, size, shape, image, onDone }: FramingProps) {
  const { ratio } = SHAPES[shape];
  const [mode, setMode] = useState<Mode>("crop");
  const [frame, setFrame] = useState<Frame | null>(
    image.crop === null ? null : frameOf(size, ratio, image.crop),
  );
  const [focus, setFocus] = useState<Focus | null>(image.focus);
  const [alt, setAlt] = useState(image.alt);
  const shown = frame ?? ownFrame(focus);
  const point = (at: Focus) => {
    setFocus(at);
    // What has to stay in view is: a frame beside it would leave it out.
    if (frame !== null) setFrame(frameWith(size, ratio, frame, at));
  };
  const move = (by: Focus) => {
    if (mode === "crop") setFrame(movedFrame(size, ratio, shown, by));
    else {
      const from = focus ?? ownFrame(null);
      point({ x: clamp(from.x + by.x, 0, 1), y: clamp(from.y + by.y, 0, 1) });
    }
  };
  return (
    <form
      id={id}
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ alt, focus, crop: frame === null ? null : cropOf(size, ratio, frame) });
      }}
    >
      <fieldset className={choices.choice}>
        <legend className="sr-only">What to set</legend>
        <Button aria-pressed={mode === "crop"} onClick={() => setMode("crop")}>
          Crop
        </Button>
        <Button aria-pressed={mode === "focus"} onClick={() => setMode("focus")}>
          Focus point
        </Button>
      </fieldset>
      <Canvas
        src={src}
        size={size}
        mode={mode}
        crop={cropOf(size, ratio, shown)}
        focus={focus}
        onMove={move}
        onPoint={point}
      />
      {mode === "crop" ? (
        <Zoom
          zoom={shown.zoom}
          isSet={frame !== null}
          onZoom={(zoom) => setFrame({ ...shown, zoom })}
          onReset={() => setFrame(null)}
        />
      ) : (
        <div className={s.tools}>
          <p className={forms.hint}>
            Tap what has to stay in view when the picture is cut. Arrow keys move it.
          </p>
          <Button tone="quiet" disabled={focus === null} onClick={() => setFocus(null)}>
            Back to the middle
          </Button>
        </div>
      )}
      <TextArea
        data-own-undo
        name="alt"
        label="Alternative text"
        value={alt}
        maxLength={LIMITS.alt}
        rows={2}
        hint="What it shows, for readers who don’t see it."
        onChange={({ target }) => setAlt(target.value)}
        dir="auto"
      />
    </form>
  );
}

interface ZoomProps {
  zoom: number;
  isSet: boolean;
  onZoom: (zoom: number) => void;
  onReset: () => void;
}

function Zoom({ zoom, isSet, onZoom, onReset }: ZoomProps) {
  const id = useId();
  return (
    <div>
      <p className={forms.hint}>Drag to move the part that is shown.</p>
      <div className={s.tools}>
        <label className={s.zoom} htmlFor={id}>
          <span className={forms.label}>Zoom</span>
          <input
            id={id}
            type="range"
            className={slider.slider}
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={({ target }) => onZoom(Number(target.value))}
          />
        </label>
        <Button tone="quiet" disabled={!isSet} onClick={onReset}>
          Reset
        </Button>
      </div>
    </div>
  );
}

interface CanvasProps {
  src: string;
  size: Size;
  mode: Mode;
  crop: Crop;
  focus: Focus | null;
  onMove: (by: Focus) => void;
  onPoint: (focus: Focus) => void;
}

/** The whole picture with its frame and its focus point. */
function Canvas({ src, size, mode, crop, focus, onMove, onPoint }: CanvasProps) {
  const { width, height } = size;
  const grip = useRef<{ x: number; y: number } | null>(null);
  const at = (event: PointerEvent): Focus => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: clamp((event.clientX - box.left) / box.width, 0, 1),
      y: clamp((event.clientY - box.top) / box.height, 0, 1),
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(step);
  };
  const unit = Math.max(width, height) / 100;
  return (
    <button
      type="button"
      className={s.canvas}
      aria-label={
        mode === "crop"
          ? "Part that is shown: move with the arrow keys"
          : "Focus point: move with the arrow keys"
      }
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (mode === "focus") onPoint(at(event));
        grip.current = at(event);
      }}
      onPointerMove={(event) => {
        if (grip.current === null) return;
        const now = at(event);
        if (mode === "focus") onPoint(now);
        else onMove({ x: now.x - grip.current.x, y: now.y - grip.current.y });
        grip.current = now;
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
    >
      <img src={src} alt="" draggable={false} />
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={s.outside} fillRule="evenodd" d={outside(size, crop)} />
        <rect
          className={s.frame}
          x={crop.x * width}
          y={crop.y * height}
          width={crop.width * width}
          height={crop.height * height}
        />
        {focus !== null && (
          <g className={s.focus}>
            <circle cx={focus.x * width} cy={focus.y * height} r={unit * 4} />
            <circle cx={focus.x * width} cy={focus.y * height} r={unit} />
          </g>
        )}
      </svg>
    </button>
  );
}

/** The picture with the hole of its part. */
function outside({ width, height }: Size, crop: Crop): string {
  const [x, y] = [crop.x * width, crop.y * height];
  const [w, h] = [crop.width * width, crop.height * height];
  return `M0 0H${width}V${height}H0ZM${x} ${y}h${w}v${h}h${-w}Z`;
}
