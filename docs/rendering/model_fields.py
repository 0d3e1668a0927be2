"""Let mkdocstrings see the fields of pydantic models as parameters: they have no constructor that it could read."""

from enum import Enum
from importlib import import_module
from typing import Any

from griffe import Attribute, Class, Extension, Function, Module, Parameter, ParameterKind, Parameters
from pydantic import BaseModel
from pydantic.fields import FieldInfo


class ModelFields(Extension):
    """An extension of Griffe: give each model of the package a constructor with its fields."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        for module in _modules(pkg):
            for found in list(module.classes.values()):
                if not found.is_alias:
                    _add_constructor(found)


def _modules(module: Module) -> list[Module]:
    below = [each for name, each in module.modules.items() if not each.is_alias]
    return [module, *(deeper for each in below for deeper in _modules(each))]


def _add_constructor(documented: Class) -> None:
    if documented.docstring is None or "Args:" not in documented.docstring.value or "__init__" in documented.members:
        return
    model = getattr(import_module(documented.module.path), documented.name)
    if not issubclass(model, BaseModel):
        return
    members = documented.all_members
    fields = {name: field for name, field in model.model_fields.items() if isinstance(members.get(name), Attribute)}
    parameters = [Parameter("self", kind=ParameterKind.positional_or_keyword)]
    parameters += [_parameter(name, field, members[name]) for name, field in fields.items()]
    documented.set_member("__init__", Function("__init__", parameters=Parameters(*parameters)))


def _parameter(name: str, field: FieldInfo, member: Any) -> Parameter:
    default = None if field.is_required() else _default(field)
    return Parameter(name, annotation=member.annotation, kind=ParameterKind.keyword_only, default=default)


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "..."
    return (
        f"{type(field.default).__name__}.{field.default.name}"
        if isinstance(field.default, Enum)
        else repr(field.default)
    )
